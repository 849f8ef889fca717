/** A queue in which owners take turns: what one of them has waiting delays another by no more than one job. */

export type FairQueue<Job> = {
  readonly push: (owner: string, job: Job) => void
  /** The next job of the owner whose turn it is among those that may start; null where there is none. */
  readonly take: (mayStart: (owner: string) => boolean) => { readonly owner: string; readonly job: Job } | null
  /** All that waits, which then waits no more. */
  readonly clear: () => readonly Job[]
}

export function makeFairQueue<Job>(): FairQueue<Job> {
  // A Map keeps the order of insertion: whoever had a turn is put at its end.
  const waiting = new Map<string, Job[]>()
  return {
    push: (owner, job) => {
      const jobs = waiting.get(owner)
      if (jobs === undefined) waiting.set(owner, [job])
      else jobs.push(job)
    },
    take: (mayStart) => {
      for (const [owner, jobs] of waiting) {
        if (!mayStart(owner)) continue
        const job = jobs.shift()
        waiting.delete(owner)
        if (jobs.length > 0) waiting.set(owner, jobs)
        if (job !== undefined) return { owner, job }
      }
      return null
    },
    clear: () => {
      const all = [...waiting.values()].flat()
      waiting.clear()
      return all
    },
  }
}
