/** What a guest reads by the secret of a link (docs/decisions/0066, TRUST S9, S21). */
import { timingSafeEqual } from 'node:crypto'
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/sending/shares'
import type { FileEntry } from '#contract/files/fileRules'
import { plainShareCode, type ShareEnd, shareLimits } from '#contract/shares/shareRules'
import type { Account } from '../core/account'
import type { OutgoingFile } from '../core/outgoingFile'
import { Refusal } from '../core/refusal'
import { isOver } from '../kit/membershipDays'
import { clientNetwork } from '../kit/network/networkAddress'
import { hashToken } from '../kit/token'
import type { AccountStore } from '../session/account.store'
import { chosenOf, codeHash, isOfFiles, readableOf, type ShareDeps } from './shares'
import type { Share } from './shares.store'

export type GuestDeps = ShareDeps & { readonly accounts: Pick<AccountStore, 'byId'> }

export type GuestFrom = { readonly remoteAddress: string }
type Living = { readonly share: Share; readonly account: Account }

export const over = (reason: ShareEnd) => new Refusal('shareOver', { payload: { reason } })

/** Of an unknown secret nothing else is told than of a share that was revoked. */
async function living({ accounts, clock }: GuestDeps, share: Share | null): Promise<Living> {
  if (share === null || share.isRevoked) throw over('revoked')
  if (share.expiresAt <= clock.now()) throw over('expired')
  const account = await accounts.byId(share.accountId)
  if (account === null || account.locked || isOver(account, clock.now())) throw over('revoked')
  return { share, account }
}

/** The share that a guest asks for, at a pace that one network may have. */
async function asked(deps: GuestDeps, secret: string, { remoteAddress }: GuestFrom): Promise<Living> {
  const { perNetwork, perNetworkMs } = shareLimits
  const key = `share-from:${clientNetwork(remoteAddress)}`
  if (!(await deps.attempts.noteWithin(key, deps.clock.now(), perNetworkMs, perNetwork)))
    throw new Refusal('tooManyTries', { payload: { retryAfter: perNetworkMs / 1_000 } })
  return living(deps, await deps.shares.find(hashToken(secret)))
}

/** Throws unless it can be opened once more. */
async function openable(deps: GuestDeps, { share, account }: Living): Promise<Share> {
  if (share.mostOpens !== null && share.opens >= share.mostOpens) throw over('usedUp')
  if (share.codeHash !== null && share.pausedUntil > deps.clock.now()) throw over('code')
  if (!(await readableOf(deps, account, [share])).has(share.id)) throw over('revoked')
  return share
}

export const makeAskShare =
  (deps: GuestDeps) =>
  async ({ secret }: Form<typeof entries.askShare>, from: GuestFrom): Promise<Reply<typeof entries.askShare>> => ({
    needsCode: (await openable(deps, await asked(deps, secret, from))).codeHash !== null,
  })

export const makeOpenShare =
  (deps: GuestDeps) =>
  async (
    { secret, code, visit }: Form<typeof entries.openShare>,
    from: GuestFrom,
  ): Promise<Reply<typeof entries.openShare>> => {
    const found = await asked(deps, secret, from)
    const visitHash = hashToken(visit)
    // An open whose answer was lost: only one that was let in is on record.
    if ((await deps.shares.visited(visitHash))?.id === found.share.id) return {}
    const share = await openable(deps, found)
    if (share.codeHash !== null) await passCode(deps, share, share.codeHash, { secret, code })
    if (!(await deps.shares.open(share, visitHash, deps.clock.now()))) {
      // It ended meanwhile: by whom, its row tells.
      await openable(deps, await asked(deps, secret, from))
      throw over('usedUp')
    }
    return {}
  }

type Given = Pick<Form<typeof entries.openShare>, 'secret' | 'code'>

async function passCode(deps: GuestDeps, { id }: Share, expected: string, { secret, code }: Given): Promise<void> {
  // An empty field is no guess.
  if (plainShareCode(code) === '') throw new Refusal('codeWrong', { field: 'code' })
  const triesLeft = await deps.shares.tryCode(id, deps.clock.now(), shareLimits)
  if (triesLeft === null) throw over('code')
  if (timingSafeEqual(Buffer.from(codeHash(secret, code)), Buffer.from(expected))) return
  if (triesLeft === 0) throw over('code')
  throw new Refusal('codeWrong', { field: 'code', payload: { triesLeft } })
}

/** The share of a visit, at a pace that one visit may have, and one network. */
export async function visited(deps: GuestDeps, visit: string, { remoteAddress }: GuestFrom): Promise<Living> {
  const { perVisit, perNetworkVisits, perNetworkMs } = shareLimits
  const paces = [
    [`share-visits-from:${clientNetwork(remoteAddress)}`, perNetworkVisits],
    [`share-visit:${hashToken(visit)}`, perVisit],
  ] as const
  for (const [key, most] of paces)
    if (!(await deps.attempts.noteWithin(key, deps.clock.now(), perNetworkMs, most)))
      throw new Refusal('tooManyTries', { payload: { retryAfter: perNetworkMs / 1_000 } })
  return living(deps, await deps.shares.visited(hashToken(visit)))
}

/** No date and no place of it is told. */
export const asGuestSees = ({ id, name, isFolder, size, type }: FileEntry): entries.SharedFile => ({
  ...{ id, name, isFolder, size, type },
})

export const makeReadShare =
  (deps: GuestDeps) =>
  async ({ visit }: Form<typeof entries.readShare>, from: GuestFrom): Promise<Reply<typeof entries.readShare>> => {
    const { share, account } = await visited(deps, visit, from)
    const times = { expiresAt: share.expiresAt, now: deps.clock.now() }
    if (isOfFiles(share)) {
      const there = await deps.sharedFiles.there(chosenOf(share))
      if (there.length === 0) throw over('revoked')
      return { shared: { kind: 'files', files: there.map(asGuestSees) }, ...times }
    }
    const mail = await deps.sharedMails.open(account, share)
    if (mail === null) throw over('revoked')
    const { html, text, to, cc, attachments, ...rest } = mail
    return {
      shared: {
        kind: 'message',
        ...rest,
        ...{ to: [...to], cc: [...cc], attachments: [...attachments] },
        ...(html !== null && { html }),
        ...(text !== null && { text }),
      },
      ...times,
    }
  }

export const makeDownloadShared =
  (deps: GuestDeps) =>
  async ({ visit, part }: Form<typeof entries.downloadShared>, from: GuestFrom): Promise<OutgoingFile> => {
    const { share, account } = await visited(deps, visit, from)
    const found = isOfFiles(share) ? null : await deps.sharedMails.part(account, share, part)
    if (found === null) throw new Refusal('notFound')
    const { name, type } = found.attachment
    // Never within the page, and kept by no cache: the share may end at any time.
    return { name, type, size: null, stream: found.stream, inline: false, isFresh: true }
  }
