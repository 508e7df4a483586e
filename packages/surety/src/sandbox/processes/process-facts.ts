/** A thread as the scheduler sees it; where only whole processes are listed, a process. */
export interface Thread {
  readonly id: number
  /** `R` while it runs or waits for a processor, `D` for a disk, `T` while it is stopped. */
  readonly state: string
  /** How often it has had a processor, and for how long altogether. */
  readonly turns: number
  readonly ranMs: number
}

export interface Memory {
  /** Bytes. */
  readonly resident: number
  /** The most since `forgetPeak`; where nobody keeps it, what is resident now. */
  readonly peak: number
  /** Of those that are resident, the ones of mapped files, which others may share. */
  readonly ofFiles: number
}

export interface Identity {
  /** The session it belongs to; where processes are only listed, the process group. */
  readonly session: number
  /** Its number in its own namespace. */
  readonly inner: number
}
