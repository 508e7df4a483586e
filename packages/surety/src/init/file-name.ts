/** With up to four bytes a letter, longer names do not fit every file system. */
const MAX_LENGTH = 60
/** Devices of one system, and the configuration, which may lie in the same folder. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d|surety|syrin)(?:\.|$)/i

/** A tool's name without what a file's name may not hold on one system or another. */
export function fileName(tool: string): string {
  const clean = tool
    .replaceAll(/[^\p{L}\p{N}._-]/gu, '_')
    .slice(0, MAX_LENGTH)
    .toWellFormed()
  return clean.replace(/^[.-]+/, '_').replace(RESERVED, '_$&') || '_'
}
