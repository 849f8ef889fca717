/** What everybody else waits while one account, sender or address does its worst: `/healthz`, asked every 30 ms without waiting for answers. */
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { readPrometheus } from '../gateway/prometheusText'

/** The figure of the product: milliseconds at the 99th percentile and at the longest, and bytes by which memory may grow. */
export const canaryMost = { p99: 200, longest: 1_000, growth: 200 * 1024 * 1024 } as const

export type Watched = {
  readonly asked: number
  readonly failed: number
  /** Milliseconds. */
  readonly p99: number
  readonly longest: number
  /** Of the gateway's own timers, in milliseconds: how long its event loop stood at the most. */
  readonly loopDelay: number
  /** Bytes of resident memory at the beginning, and the most that there were. */
  readonly memory: { readonly before: number; readonly most: number }
  /** Milliseconds of processor time that the gateway took; null where the system does not say. */
  readonly cpu: number | null
  readonly latencies: readonly number[]
}

export type Canary = {
  /** Watches from the first byte that `work` sends until some moments after it ends. */
  readonly watch: (work: () => Promise<unknown>) => Promise<Watched>
  readonly close: () => Promise<void>
}

type Probed = { readonly latencies: readonly number[]; readonly failed: number }
type Options = {
  readonly url: string
  /** Of the metrics. */
  readonly metricsPort: number
  readonly pid: number | null
}

const everyMs = 30
const scrapeMs = 100
/** What a call leaves behind it (a job, a mail on its way) is watched, too. */
const afterMs = 150

export function openCanary({ url, metricsPort, pid }: Options): Canary {
  const probe = new Worker(new URL('./probe.mjs', import.meta.url), { workerData: { url: `${url}/healthz`, everyMs } })
  const scrape = async () => {
    const families = readPrometheus(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text())
    const delays = families.get('ep_mail_event_loop_delay_seconds')?.samples ?? []
    return {
      memory: families.get('process_resident_memory_bytes')?.samples[0]?.value ?? 0,
      delay: Math.max(0, ...delays.map(({ value }) => value * 1_000)),
    }
  }
  return {
    watch: async (work) => {
      const before = await scrape()
      const cpuBefore = await cpuOf(pid)
      let [memory, delay, isOver] = [before.memory, 0, false]
      const look = async () => {
        const seen = await scrape()
        memory = Math.max(memory, seen.memory)
        delay = Math.max(delay, seen.delay)
      }
      probe.postMessage('begin')
      const scraping = (async () => {
        while (!isOver) {
          await look()
          await pause(scrapeMs)
        }
      })()
      try {
        await work()
        await pause(afterMs)
      } finally {
        isOver = true
        await scraping
      }
      await look()
      const ended = new Promise<Probed>((resolve) => probe.once('message', resolve))
      probe.postMessage('end')
      const { latencies, failed } = await ended
      const cpuAfter = await cpuOf(pid)
      return {
        asked: latencies.length,
        failed,
        p99: percentile(latencies, 0.99),
        longest: Math.max(0, ...latencies),
        loopDelay: delay,
        memory: { before: before.memory, most: memory },
        cpu: cpuBefore === null || cpuAfter === null ? null : cpuAfter - cpuBefore,
        latencies,
      }
    },
    close: async () => {
      await probe.terminate()
    },
  }
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}

/** User and system time, in the hundredths of a second that Linux counts. */
async function cpuOf(pid: number | null): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (stat === null) return null
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}
