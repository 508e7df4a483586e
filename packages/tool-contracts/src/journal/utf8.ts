const encoder = new TextEncoder()
const native = (globalThis as { Buffer?: { byteLength?: (text: string) => number } }).Buffer

/** How many bytes the text has in UTF-8. */
export const utf8Length: (text: string) => number =
  native?.byteLength?.bind(native) ?? ((text) => encoder.encode(text).length)
