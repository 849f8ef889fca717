/** What an owner shares (docs/decisions/0066). */
import { randomUUID } from 'node:crypto'
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/sending/shares'
import { limits } from '#contract/limits'
import { checkShareCode, plainShareCode, type ShareState, shareLimits } from '#contract/shares/shareRules'
import type { Caller } from '../core/caller'
import { Refusal } from '../core/refusal'
import type { Clock } from '../kit/clock'
import { makeOwnTurns } from '../kit/locks/ownTurns'
import { hashToken, newToken } from '../kit/token'
import type { AttemptStore } from '../session/attempts/attempts.store'
import type { SharedMails } from './sharedMails.port'
import type { Share, ShareStore } from './shares.store'

export type ShareDeps = {
  readonly shares: ShareStore
  readonly sharedMails: SharedMails
  readonly attempts: Pick<AttemptStore, 'noteWithin'>
  readonly clock: Clock
}

const hour = 3_600_000

/** Salted by the secret, which nobody else has. */
export const codeHash = (secret: string, code: string): string => hashToken(`${secret} ${plainShareCode(code)}`)

export const makeShares =
  (deps: ShareDeps) =>
  async ({ page }: Form<typeof entries.shares>, { account }: Caller): Promise<Reply<typeof entries.shares>> => {
    const { list, total } = await deps.shares.list(account.id, { page, pageSize: shareLimits.pageSize })
    const now = deps.clock.now()
    const readable = await deps.sharedMails.readable(account, list)
    return { list: list.map((share) => shown(share, now, readable.has(share.id))), total, page, now }
  }

/** Of one account one share is made at a time, which may copy a message, and so many wait. */
const waitingMost = 3

export function makeMakeShare(deps: ShareDeps) {
  const ownTurns = makeOwnTurns(waitingMost)
  return async (
    { id: mailId, withAttachments, time, code, mostOpens }: Form<typeof entries.makeShare>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.makeShare>> => {
    const fault = checkShareCode(code)
    if (fault !== null) throw new Refusal(fault, { field: 'code' })
    const madeAt = deps.clock.now()
    if (!(await deps.attempts.noteWithin(`shares-of:${account.id}`, madeAt, hour, shareLimits.perHour)))
      throw new Refusal('tooManyTries', { payload: { retryAfter: hour / 1_000 } })
    const [id, secret] = [randomUUID(), newToken()]
    const isTaken = async () => {
      const taken = await deps.sharedMails.take(account, { id, mailId, withAttachments }, shareLimits.copiedBytes)
      if (taken === null) throw new Refusal('notFound')
      const { subject, copiedBytes } = taken
      const hash = plainShareCode(code) === '' ? null : codeHash(secret, code)
      const expiresAt = madeAt + limits.shareMs[time]
      const made = { id, accountId: account.id, mailId, subject, withAttachments, madeAt, expiresAt }
      const share = { ...made, codeHash: hash, mostOpens: mostOpens ?? null }
      const room = { most: shareLimits.open, copiedBytes, mostCopiedBytes: shareLimits.copiedBytes }
      if (!(await deps.shares.add(hashToken(secret), share, room))) throw new Refusal('sharesFull')
      return { ...share, opens: 0, isRevoked: false, pausedUntil: 0 }
    }
    try {
      const turn = await ownTurns(account.id, isTaken)
      if (turn === null) throw new Refusal('tooManyTries')
      return { secret, share: shown(turn.result, madeAt, true) }
    } catch (error) {
      // What cannot be removed now, a sweep finds.
      await deps.sharedMails.drop(id).catch(() => undefined)
      throw error
    }
  }
}

export const makeRevokeShare =
  (deps: ShareDeps) =>
  async ({ id }: Form<typeof entries.revokeShare>, { account }: Caller): Promise<Reply<typeof entries.revokeShare>> => {
    if (!(await deps.shares.revoke(account.id, id, deps.clock.now()))) throw new Refusal('notFound')
    await deps.sharedMails.drop(id)
    return {}
  }

function shown(share: Share, now: number, isReadable: boolean): Reply<typeof entries.makeShare>['share'] {
  const { id, subject, withAttachments, madeAt, expiresAt, opens, mostOpens } = share
  const needsCode = share.codeHash !== null
  const state = stateOf(share, now, isReadable)
  return { id, kind: 'message', subject, withAttachments, needsCode, madeAt, expiresAt, opens, mostOpens, state }
}

function stateOf({ isRevoked, expiresAt, opens, mostOpens }: Share, now: number, isReadable: boolean): ShareState {
  if (isRevoked) return 'revoked'
  if (expiresAt <= now) return 'expired'
  if (!isReadable) return 'gone'
  return mostOpens !== null && opens >= mostOpens ? 'usedUp' : 'open'
}
