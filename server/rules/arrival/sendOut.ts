/** What rules send: a mail handed on, a mail returned, an answer. */
import type { Arrival, ArrivedMail } from './arrivedMail'
import type { Outcome } from './judge'
import type { SendingParts } from './outgoing'
import { redirect } from './redirect'
import { answer, returnMail } from './replies'

/** False where the mail did not go as the rules would have it and must not be lost. */
export async function sendOut(
  parts: SendingParts,
  arrival: Arrival,
  mail: ArrivedMail,
  outcome: Outcome,
): Promise<boolean> {
  const sent = async (work: () => Promise<boolean>) =>
    work().catch((error: unknown) => {
      parts.report?.(error instanceof Error ? error.name : typeof error)
      return false
    })
  let isDone = true
  for (const to of outcome.redirectedTo) if (!(await sent(() => redirect(parts, arrival, mail, to)))) isDone = false
  if (outcome.returned !== null) {
    const text = outcome.returned
    if (!(await sent(() => returnMail(parts, arrival, mail, text)))) isDone = false
  }
  const { reply } = outcome
  if (reply !== null) await sent(() => answer(parts, arrival, mail, reply))
  return isDone
}
