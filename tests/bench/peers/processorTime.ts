/** Processor time of programs and all that they started, from Linux (proc(5)). */
import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks are hundredths of a second on every Linux that runs this. */
const msPerTick = 10

type Usage = { readonly parent: number; readonly ticks: number }

function usageOf(pid: number): Usage | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // Its own, and that of children which have ended.
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return { parent: Number(fields[1]), ticks }
  } catch {
    return null
  }
}

/** Milliseconds that these processes and their descendants have worked since they began. */
export function processorTime(roots: readonly number[]): number {
  const all = new Map<number, Usage>()
  for (const name of readdirSync('/proc')) {
    const usage = /^\d+$/.test(name) ? usageOf(Number(name)) : null
    if (usage !== null) all.set(Number(name), usage)
  }
  const counted = new Set<number>(roots)
  for (let before = -1; before < counted.size; ) {
    before = counted.size
    for (const [pid, { parent }] of all) if (counted.has(parent)) counted.add(pid)
  }
  return [...counted].reduce((sum, pid) => sum + (all.get(pid)?.ticks ?? 0), 0) * msPerTick
}
