/** What a system call does to a file, and in which argument it names it. */
export interface Touch {
  readonly kind: 'write' | 'delete' | 'rename' | 'attributes'
  /** The argument with the path; undefined where `folder` is a descriptor of the file itself. */
  readonly path: number | undefined
  /** The argument with the descriptor the path starts from. */
  readonly folder: number | undefined
  /** Whether a link at the end of the path is followed. */
  readonly follows: boolean
}

type Kind = Touch['kind']

const named = (kind: Kind, path: number, follows = false): Touch => ({ kind, path, folder: undefined, follows })
const at = (kind: Kind, folder: number, path: number, follows = false): Touch => ({ kind, path, folder, follows })
const opened = (kind: Kind): Touch => ({ kind, path: undefined, folder: 0, follows: false })

/** In which arguments a call that opens a file has what; without `flags` it creates. */
export interface Open {
  readonly folder: number | undefined
  readonly path: number
  readonly flags: number | undefined
}

/** Calls that open a file; the flags tell what for. */
export const OPENS: Readonly<Record<string, Open>> = {
  open: { folder: undefined, path: 0, flags: 1 },
  openat: { folder: 0, path: 1, flags: 2 },
  openat2: { folder: 0, path: 1, flags: 2 },
  creat: { folder: undefined, path: 0, flags: undefined },
}

/** Every other call that changes the file system, by what it does to which argument. */
export const FILE_CALLS: Readonly<Record<string, readonly Touch[]>> = {
  unlink: [named('delete', 0)],
  unlinkat: [at('delete', 0, 1)],
  rmdir: [named('delete', 0)],
  rename: [named('rename', 0), named('rename', 1)],
  renameat: [at('rename', 0, 1), at('rename', 2, 3)],
  renameat2: [at('rename', 0, 1), at('rename', 2, 3)],
  mkdir: [named('write', 0)],
  mkdirat: [at('write', 0, 1)],
  mknod: [named('write', 0)],
  mknodat: [at('write', 0, 1)],
  link: [named('write', 1)],
  linkat: [at('write', 2, 3)],
  symlink: [named('write', 1)],
  symlinkat: [at('write', 1, 2)],
  truncate: [named('write', 0, true)],
  ftruncate: [opened('write')],
  fallocate: [opened('write')],
  pwrite64: [opened('write')],
  pwritev: [opened('write')],
  pwritev2: [opened('write')],
  chmod: [named('attributes', 0, true)],
  fchmod: [opened('attributes')],
  fchmodat: [at('attributes', 0, 1, true)],
  fchmodat2: [at('attributes', 0, 1, true)],
  chown: [named('attributes', 0, true)],
  lchown: [named('attributes', 0)],
  fchown: [opened('attributes')],
  fchownat: [at('attributes', 0, 1, true)],
  utime: [named('attributes', 0, true)],
  utimes: [named('attributes', 0, true)],
  futimesat: [at('attributes', 0, 1, true)],
  utimensat: [at('attributes', 0, 1, true)],
  setxattr: [named('attributes', 0, true)],
  lsetxattr: [named('attributes', 0)],
  fsetxattr: [opened('attributes')],
  removexattr: [named('attributes', 0, true)],
  lremovexattr: [named('attributes', 0)],
  fremovexattr: [opened('attributes')],
  setxattrat: [at('attributes', 0, 1, true)],
  removexattrat: [at('attributes', 0, 1, true)],
  file_setattr: [at('attributes', 0, 1, true)],
  ioctl: [opened('attributes')],
}

/** Of the many requests that go by `ioctl`, those that change a file or its file system. */
export const CHANGING_REQUEST: RegExp = /\bFS_IOC\w*_?(?:SET|ENABLE|ADD|REMOVE)|\b(?:FIFREEZE|FITHAW|FITRIM)\b/
