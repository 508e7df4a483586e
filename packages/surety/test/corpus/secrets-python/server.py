import json
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../lib'))
from raw_server import TEXT, serve, tool

# In pieces, so that nothing in this repository looks like a credential.
AWS = ''.join(['AKIA', 'Z7QXWERT2NMKLP4D'])
GITHUB = '_'.join(['ghp', 'a8Kd0Zq2Lm5Xv7Rt1Yc3Wb6Nf9Hs4Jg0Pe2T'])


@tool('Shows a profile.', output=None)
def cloud_key(args):
    return f'Ada, {AWS}, Paris'


@tool('Shows a profile.', output={'user': {'type': 'object'}})
def token_deep_down(args):
    return {'user': {'name': 'Ada', 'links': [{'via': f'https://x:{GITHUB}@example.com/repo'}]}}


@tool('Shows the settings.', output=None)
def environment(args):
    return json.dumps(dict(os.environ))


@tool('Shows a commit.', output={'commit': TEXT})
def hashes(args):
    return {'commit': '9fceb02d0ae598e95dc970b74767f19372d61af8'}


serve()
