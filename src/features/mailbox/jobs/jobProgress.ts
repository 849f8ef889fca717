/** How far a job is: of an import in bytes, since nobody knows how many mails a file holds; of all others in mails. */
import type { MailJob } from '#contract/endpoints/mail/jobs'

export function jobProgress({ done, total, files = [] }: MailJob) {
  const ended = files.filter(({ state }) => state === 'read' || state === 'refused').length
  if (files.length === 0) {
    const value = Math.min(done, total)
    return { value, max: total, params: { done: value, total } }
  }
  const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0)
  return {
    value: sum(files.map(({ read, size }) => Math.min(read, size))),
    max: Math.max(1, sum(files.map(({ size }) => size))),
    params: { done, file: Math.min(ended + 1, files.length), files: files.length },
  }
}
