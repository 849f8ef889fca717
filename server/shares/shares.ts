/** What an owner shares (docs/decisions/0066). */
import { randomUUID } from 'node:crypto'
import type { Form, Reply } from '#contract/endpoint'
import type { shareFiles } from '#contract/endpoints/sending/sharedFiles'
import type * as entries from '#contract/endpoints/sending/shares'
import { limits } from '#contract/limits'
import { checkShareCode, plainShareCode, type ShareState, shareLimits } from '#contract/shares/shareRules'
import type { Account } from '../core/account'
import type { Caller } from '../core/caller'
import { Refusal } from '../core/refusal'
import type { Checkpoint } from '../kit/checkpoint'
import type { Clock } from '../kit/clock'
import { makeOwnTurns } from '../kit/locks/ownTurns'
import { hashToken, newToken } from '../kit/token'
import type { AttemptStore } from '../session/attempts/attempts.store'
import type { Chosen, SharedFiles } from './sharedFiles.port'
import type { SharedMails } from './sharedMails.port'
import type { NewShare, Share, ShareId, ShareStore } from './shares.store'

export type ShareDeps = {
  readonly shares: ShareStore
  readonly sharedMails: SharedMails
  readonly sharedFiles: SharedFiles
  readonly attempts: Pick<AttemptStore, 'noteWithin'>
  readonly clock: Clock
  readonly checkpoint?: Checkpoint
}

const hour = 3_600_000

/** Salted by the secret, which nobody else has. */
export const codeHash = (secret: string, code: string): string => hashToken(`${secret} ${plainShareCode(code)}`)

export const makeShares =
  (deps: ShareDeps) =>
  async ({ page }: Form<typeof entries.shares>, { account }: Caller): Promise<Reply<typeof entries.shares>> => {
    const { list, total } = await deps.shares.list(account.id, { page, pageSize: shareLimits.pageSize })
    const now = deps.clock.now()
    const readable = await readableOf(deps, account, list)
    return { list: list.map((share) => shown(share, now, readable.has(share.id))), total, page, now }
  }

export const chosenOf = ({ accountId, files }: Pick<Share, 'accountId' | 'files'>): Chosen => ({
  account: accountId,
  ids: files.map(({ id }) => id),
})

/** Those of the shares of which something is still there. */
export async function readableOf(
  { sharedMails, sharedFiles }: Pick<ShareDeps, 'sharedMails' | 'sharedFiles'>,
  account: Account,
  shares: readonly Share[],
): Promise<ReadonlySet<ShareId>> {
  const [ofFiles, ofMails] = [shares.filter(isOfFiles), shares.filter((share) => !isOfFiles(share))]
  const ids = ofFiles.flatMap(({ files }) => files.map(({ id }) => id))
  const there = new Set((await sharedFiles.there({ account: account.id, ids: [...new Set(ids)] })).map(({ id }) => id))
  const readable = ofFiles.filter(({ files }) => files.some(({ id }) => there.has(id))).map(({ id }) => id)
  return new Set([...readable, ...(ofMails.length === 0 ? [] : await sharedMails.readable(account, ofMails))])
}

export const isOfFiles = ({ files }: Pick<Share, 'files'>): boolean => files.length > 0

type Asked = Pick<Form<typeof shareFiles>, 'time' | 'code' | 'mostOpens'>

/** What both kinds of share have; throws where its code is none, or too many were made. */
async function begun({ attempts, clock }: ShareDeps, { account }: Caller, { time, code, mostOpens }: Asked) {
  const fault = checkShareCode(code)
  if (fault !== null) throw new Refusal(fault, { field: 'code' })
  const madeAt = clock.now()
  if (!(await attempts.noteWithin(`shares-of:${account.id}`, madeAt, hour, shareLimits.perHour)))
    throw new Refusal('tooManyTries', { payload: { retryAfter: hour / 1_000 } })
  const secret = newToken()
  const expiresAt = madeAt + limits.shareMs[time]
  const hash = plainShareCode(code) === '' ? null : codeHash(secret, code)
  return {
    secret,
    share: { id: randomUUID(), accountId: account.id, madeAt, expiresAt, codeHash: hash, mostOpens: mostOpens ?? null },
  }
}

/** On record; throws where too many are open. */
async function added({ shares }: ShareDeps, secret: string, share: NewShare, copiedBytes = 0) {
  const room = { most: shareLimits.open, copiedBytes, mostCopiedBytes: shareLimits.copiedBytes }
  if (!(await shares.add(hashToken(secret), share, room))) throw new Refusal('sharesFull')
  const made = { ...share, opens: 0, isRevoked: false, pausedUntil: 0 }
  return { secret, share: shown(made, share.madeAt, true) }
}

export const makeShareFiles =
  (deps: ShareDeps) =>
  async (form: Form<typeof shareFiles>, caller: Caller): Promise<Reply<typeof shareFiles>> => {
    const ids = [...new Set(form.ids)]
    if (ids.length === 0) throw new Refusal('noFileSelected')
    const { secret, share } = await begun(deps, caller, form)
    const there = await deps.sharedFiles.there({ account: caller.account.id, ids })
    if (there.length < ids.length) throw new Refusal('notFound')
    const files = there.map(({ id, name, size, isFolder }) => ({ id, name, size, isFolder }))
    return added(deps, secret, { ...share, mailId: '', subject: '', withAttachments: false, files })
  }

/** Of one account one share is made at a time, which may copy a message, and so many wait. */
const waitingMost = 3

export function makeMakeShare(deps: ShareDeps) {
  const ownTurns = makeOwnTurns(waitingMost)
  return async (
    { id: mailId, withAttachments, ...asked }: Form<typeof entries.makeShare>,
    caller: Caller,
  ): Promise<Reply<typeof entries.makeShare>> => {
    const { account } = caller
    const { secret, share } = await begun(deps, caller, asked)
    const isTaken = async () => {
      const wanted = { id: share.id, mailId, withAttachments }
      const taken = await deps.sharedMails.take(account, wanted, shareLimits.copiedBytes)
      if (taken === null) throw new Refusal('notFound')
      const { subject, copiedBytes } = taken
      return added(deps, secret, { ...share, mailId, subject, withAttachments, files: [] }, copiedBytes)
    }
    try {
      const turn = await ownTurns(account.id, isTaken)
      if (turn === null) throw new Refusal('tooManyTries')
      return turn.result
    } catch (error) {
      // What cannot be removed now, a sweep finds.
      await deps.sharedMails.drop(share.id).catch(() => undefined)
      throw error
    }
  }
}

export const makeRevokeShare =
  (deps: ShareDeps) =>
  async ({ id }: Form<typeof entries.revokeShare>, { account }: Caller): Promise<Reply<typeof entries.revokeShare>> => {
    if (!(await deps.shares.revoke(account.id, id, deps.clock.now()))) throw new Refusal('notFound')
    await deps.checkpoint?.('shareRevoked')
    await deps.sharedMails.drop(id)
    return {}
  }

function shown(share: Share, now: number, isReadable: boolean): Reply<typeof entries.makeShare>['share'] {
  const { id, subject, withAttachments, files, madeAt, expiresAt, opens, mostOpens } = share
  return {
    ...{ id, kind: isOfFiles(share) ? 'files' : 'message', subject, withAttachments },
    names: files.slice(0, shareLimits.namesShown).map(({ name }) => name),
    count: files.length,
    size: files.reduce((sum, { size }) => sum + size, 0),
    needsCode: share.codeHash !== null,
    ...{ madeAt, expiresAt, opens, mostOpens, state: stateOf(share, now, isReadable) },
  }
}

function stateOf({ isRevoked, expiresAt, opens, mostOpens }: Share, now: number, isReadable: boolean): ShareState {
  if (isRevoked) return 'revoked'
  if (expiresAt <= now) return 'expired'
  if (!isReadable) return 'gone'
  return mostOpens !== null && opens >= mostOpens ? 'usedUp' : 'open'
}
