import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../lib'))
from raw_server import TEXT, serve, tool

KILOBYTE = 1024


def says(text):
    return {'type': 'text', 'text': text}


def picture(size):
    return {'type': 'image', 'data': 'iVBO' * (size // 4), 'mimeType': 'image/png'}


def answering(name, content, output=None, **rest):
    def run(args):
        return {'content': content, **rest}

    run.__name__ = name
    tool('Shows a page.', output=output, raw=True)(run)


def structured(size):
    """An object whose JSON text has exactly that many bytes."""
    return {'body': 'x' * (size - len('{"body":""}'))}


answering('one_byte_over_in_umlauts', [says('ü' * (KILOBYTE // 2) + 'x')])
answering('picture_over', [picture(4 * KILOBYTE)])
answering('many_blocks_over', [says('x' * 100)] * 11)
answering('structured_over', [says('see the structure')], {'body': TEXT}, structuredContent=structured(KILOBYTE + 1))
answering('over_default', [says('x' * 51 * KILOBYTE)])
answering('picture_by_default', [says('x'), picture(60 * KILOBYTE)])
answering('exact_in_umlauts', [says('ü' * (KILOBYTE // 2))])
answering('exact_structured', [says('see the structure')], {'body': TEXT}, structuredContent=structured(KILOBYTE))
answering('large_meta', [says('x')], _meta={'trail': 'x' * 4 * KILOBYTE})

serve()
