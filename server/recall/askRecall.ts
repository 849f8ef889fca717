/** Tells whether a mail may be recalled, puts its recall on record, and tells what came of it. */
import { randomUUID } from 'node:crypto'
import type { Form, Reply } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/sending/recall'
import type { Caller } from '../core/caller'
import type { Recall } from '../core/recall'
import { Refusal } from '../core/refusal'
import { isOwnAddress, type RecallDeps, recallCase } from './recallCase'
import { monthOf } from './recallRules'

export type AskRecallDeps = RecallDeps & {
  /** There is work. */
  readonly wakeJobs: () => void
}

export const makeRecallInfo =
  (deps: RecallDeps) =>
  async ({ id }: Form<typeof entries.recallInfo>, { account }: Caller): Promise<Reply<typeof entries.recallInfo>> => {
    const { reason, own, external, left, limit } = await recallCase(deps, account, id)
    return { reason, own: [...own], external: [...external], left, limit }
  }

export const makeRecallMail =
  (deps: AskRecallDeps) =>
  async (
    { id: mailId, notice }: Form<typeof entries.recallMail>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.recallMail>> => {
    const { reason, entry, subject, limit } = await recallCase(deps, account, mailId)
    if (reason !== null) throw new Refusal(reason)
    if (entry === null) throw new Refusal('recallImpossible')
    const now = deps.clock.now()
    const recall: Recall = {
      id: randomUUID(),
      accountId: account.id,
      mailId,
      sendId: entry.id,
      subject,
      notice,
      mark: 'running',
      recipients: entry.recipients.map(({ address }) => ({
        address,
        state: isOwnAddress(deps, address) ? 'waiting' : 'external',
      })),
      createdAt: now,
    }
    // The record decides, not the look before it: of two calls at the same moment, at whichever gateway, one is the first (TRUST R22).
    const from = monthOf(now)
    const begun = await deps.recalls.begin(recall, { from, most: limit })
    if (begun !== 'begun') throw new Refusal(begun === 'repeated' ? 'recallRepeated' : 'recallUsedUp')
    deps.wakeJobs()
    const left = Math.max(0, limit - (await deps.recalls.used(account.id, from)))
    return { recall: recallView(recall), left }
  }

export const makeRecallStatus =
  ({ recalls }: RecallDeps) =>
  async (
    { id }: Form<typeof entries.recallStatus>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.recallStatus>> => {
    const recall = await recalls.ofMail(account.id, id)
    if (recall === null) throw new Refusal('notFound')
    return { recall: recallView(recall) }
  }

function recallView({ mark, recipients }: Recall): entries.RecallView {
  const totals = { waiting: 0, recalled: 0, read: 0, absent: 0, external: 0, failed: 0 }
  for (const { state } of recipients) totals[state] += 1
  return { mark, recipients: recipients.map(({ address, state }) => ({ address, state })), totals }
}
