/** Characters that people do not see and models read, by what they are. */
const HIDDEN: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['control characters', /[^\P{Cc}\t\n\r]/u],
  [
    'zero-width characters',
    /[\u200B\u2060-\u2064\uFEFF\u180E\u00AD\u115F\u1160\u3164\uFFA0]|[ -~][\u200C\u200D][ -~]/u,
  ],
  ['bidirectional controls', /[\u202A-\u202E\u2066-\u2069]/u],
  ['tag characters', /[\u{E0000}-\u{E007F}]/u],
  ['variation selectors in a row', /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]{2}/u],
]

/** The flags of England, Scotland and Wales are written with tag characters. */
const FLAGS = /\u{1F3F4}[\u{E0020}-\u{E007E}]{1,6}\u{E007F}/gu

/** What kinds of invisible characters the text has, each with the first as `U+200B`. */
export function hiddenCharacters(text: string): readonly string[] {
  const plain = text.replaceAll(FLAGS, '')
  return HIDDEN.flatMap(([kind, pattern]) => {
    const found = pattern.exec(plain)?.[0].replaceAll(/[ -~]/g, '')
    return found === undefined ? [] : [`${kind} (${codePoint(found)})`]
  })
}

/** Letters of other scripts that pass for Latin ones: Cyrillic, Greek, Armenian, full-width and mathematical. */
const LOOK_ALIKE =
  /[\u0430\u0435\u043E\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u04BB\u0501\u051B\u051D\u0410\u0412\u0415\u041A\u041C\u041D\u041E\u0420\u0421\u0422\u0425\u0406\u0408\u0405\u03B1\u03BF\u03C1\u03BD\u03B9\u03BA\u0391\u0392\u0395\u0396\u0397\u0399\u039A\u039C\u039D\u039F\u03A1\u03A4\u03A5\u03A7\u0578\u057D\uFF21-\uFF3A\uFF41-\uFF5A\u{1D400}-\u{1D7CB}]/u

/** Words of at least three letters that mix Latin letters with ones that pass for them, with the first such letter. */
export function mixedWords(text: string): readonly string[] {
  return (text.match(/[\p{L}\p{M}]{3,}/gu) ?? []).flatMap((word) => {
    const found = /[A-Za-z]/.test(word) ? LOOK_ALIKE.exec(word)?.[0] : undefined
    return found === undefined ? [] : [`"${word}" (${codePoint(found)})`]
  })
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
