/** The CPU time of one thread of this process: a limit in it does not run on while the machine or the process stands still. */
import { readFileSync, readlinkSync } from 'node:fs'

/** A tick of the kernel's accounting is 10 ms on every Linux (USER_HZ, proc(5)). */
const tickMs = 10

/** The number of the thread that asks, as the kernel counts it; null but on Linux. */
export function ownThread(): string | null {
  try {
    return readlinkSync('/proc/thread-self').split('/').at(-1) ?? null
  } catch {
    return null
  }
}

/** Milliseconds that a thread has been on a CPU, in user and kernel mode; null where the kernel does not tell, or the thread has ended. */
export function threadTime(thread: string | null): number | null {
  if (thread === null) return null
  try {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'latin1')
    // Fields 14 and 15 of proc_pid_stat(5); the name before them may hold anything, but ends with the last bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = Number(fields[11]) + Number(fields[12])
    return Number.isFinite(ticks) ? ticks * tickMs : null
  } catch {
    return null
  }
}
