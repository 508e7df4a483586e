import { UsageError } from './command.ts'

/** Refuses a command that starts servers on a system where nothing can hold or end them. */
export function unixOnly(command: string, platform: string = process.platform): void {
  if (platform !== 'win32') return
  throw new UsageError(
    `surety ${command} starts servers, which needs Linux or macOS: on Windows, run it in WSL. ` +
      '`wsl --install` sets that up; install Node and the project anew inside it.',
  )
}
