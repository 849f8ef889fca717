/** Links to files that stand in messages (docs/decisions/0044, TRUST S9, S21). */
import { randomUUID } from 'node:crypto'
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/files/links'
import { type FileLinkState, fileLinkLimits } from '#contract/files/fileLinkRules'
import type { FileEntry } from '#contract/files/fileRules'
import { type ShareEnd, shareLimits } from '#contract/shares/shareRules'
import type { Caller } from '../../core/caller'
import type { OutgoingFile } from '../../core/outgoingFile'
import { Refusal } from '../../core/refusal'
import type { Clock } from '../../kit/clock'
import { isOver } from '../../kit/membershipDays'
import { clientNetwork } from '../../kit/network/networkAddress'
import { hashToken, newToken } from '../../kit/token'
import type { AccountStore } from '../../session/account.store'
import type { AttemptStore } from '../../session/attempts/attempts.store'
import type { FileBook } from '../fileBook.store'
import { fileOf, readFileRange } from '../fileTransfers'
import type { FileLinkStore, StoredLink } from './fileLinks.store'

export type LinkDeps = {
  readonly files: FileBook
  readonly fileLinks: FileLinkStore
  readonly accounts: Pick<AccountStore, 'byId'>
  readonly attempts: Pick<AttemptStore, 'noteWithin'>
  readonly clock: Clock
}

const hour = 3_600_000

/** The file of a link; null where it is in the trash, or no more. */
async function fileOfLink({ files }: Pick<LinkDeps, 'files'>, { accountId, fileId }: StoredLink) {
  const entry = await files.find(accountId, fileId)
  return entry === null || entry.goesAt !== undefined ? null : entry
}

export const makeMakeFileLink =
  (deps: LinkDeps) =>
  async (
    { id: fileId }: Form<typeof entries.makeFileLink>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.makeFileLink>> => {
    const { files, fileLinks, attempts, clock } = deps
    const entry = await fileOf(files, account.id, fileId)
    if (entry.goesAt !== undefined) throw new Refusal('notFound')
    const madeAt = clock.now()
    if (!(await attempts.noteWithin(`file-links-of:${account.id}`, madeAt, hour, fileLinkLimits.perHour)))
      throw new Refusal('tooManyTries', { payload: { retryAfter: hour / 1_000 } })
    const [id, secret] = [randomUUID(), newToken()]
    const { name, size } = entry
    const made = { id, accountId: account.id, fileId, name, size, madeAt, expiresAt: madeAt + fileLinkLimits.lifeMs }
    if (!(await fileLinks.add(hashToken(secret), made, fileLinkLimits.open))) throw new Refusal('sharesFull')
    return { secret, link: shown({ ...made, downloads: 0, isRevoked: false }, 'open') }
  }

export const makeFileLinks =
  (deps: LinkDeps) =>
  async ({ page }: Form<typeof entries.fileLinks>, { account }: Caller): Promise<Reply<typeof entries.fileLinks>> => {
    const { list, total } = await deps.fileLinks.list(account.id, { page, pageSize: fileLinkLimits.pageSize })
    const now = deps.clock.now()
    const stated = list.map(async (link) => shown(link, stateOf(link, now, await fileOfLink(deps, link))))
    return { list: await Promise.all(stated), total, page, now }
  }

export const makeRenewFileLink =
  (deps: LinkDeps) =>
  async (
    { id }: Form<typeof entries.renewFileLink>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.renewFileLink>> => {
    const link = await deps.fileLinks.findOwn(account.id, id)
    if (link === null || (await fileOfLink(deps, link)) === null) throw new Refusal('notFound')
    const now = deps.clock.now()
    const expiresAt = now + fileLinkLimits.lifeMs
    const renewed = await deps.fileLinks.renew(account.id, id, { now, expiresAt, most: fileLinkLimits.open })
    if (renewed !== true) throw new Refusal(renewed === 'full' ? 'sharesFull' : 'notFound')
    return { expiresAt }
  }

export const makeRevokeFileLink =
  ({ fileLinks, clock }: LinkDeps) =>
  async (
    { id }: Form<typeof entries.revokeFileLink>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.revokeFileLink>> => {
    if (!(await fileLinks.revoke(account.id, id, clock.now()))) throw new Refusal('notFound')
    return {}
  }

function shown({ id, name, size, madeAt, expiresAt, downloads }: StoredLink, state: FileLinkState) {
  return { id, name, size, madeAt, expiresAt, downloads, state }
}

function stateOf({ isRevoked, expiresAt }: StoredLink, now: number, entry: FileEntry | null): FileLinkState {
  if (isRevoked) return 'revoked'
  if (entry === null) return 'gone'
  return expiresAt <= now ? 'expired' : 'open'
}

const over = (reason: ShareEnd) => new Refusal('shareOver', { payload: { reason } })

/** Of an unknown secret nothing else is told than of a link that was withdrawn. */
async function living(deps: LinkDeps, link: StoredLink | null) {
  if (link === null || link.isRevoked) throw over('revoked')
  if (link.expiresAt <= deps.clock.now()) throw over('expired')
  const account = await deps.accounts.byId(link.accountId)
  if (account === null || account.locked || isOver(account, deps.clock.now())) throw over('revoked')
  const entry = await fileOfLink(deps, link)
  if (entry === null) throw over('revoked')
  return { link, entry }
}

type From = { readonly remoteAddress: string }

async function asked(deps: LinkDeps, secret: string, { remoteAddress }: From) {
  const { perNetwork, perNetworkMs } = shareLimits
  const key = `file-link-from:${clientNetwork(remoteAddress)}`
  if (!(await deps.attempts.noteWithin(key, deps.clock.now(), perNetworkMs, perNetwork)))
    throw new Refusal('tooManyTries', { payload: { retryAfter: perNetworkMs / 1_000 } })
  return living(deps, await deps.fileLinks.find(hashToken(secret)))
}

export const makeAskFileLink =
  (deps: LinkDeps) =>
  async ({ secret }: Form<typeof entries.askFileLink>, from: From): Promise<Reply<typeof entries.askFileLink>> => {
    const { link, entry } = await asked(deps, secret, from)
    return { name: entry.name, size: entry.size, expiresAt: link.expiresAt }
  }

export const makeOpenFileLink =
  (deps: LinkDeps) =>
  async ({ secret }: Form<typeof entries.openFileLink>, from: From): Promise<Reply<typeof entries.openFileLink>> => {
    const { link } = await asked(deps, secret, from)
    const ticket = newToken()
    await deps.fileLinks.open(link, hashToken(ticket), deps.clock.now() + fileLinkLimits.ticketMs)
    return { ticket }
  }

export const makeDownloadLinked =
  (deps: LinkDeps) =>
  async (
    { ticket }: Form<typeof entries.downloadLinked>,
    { headers }: { readonly headers: Readonly<Record<string, string | undefined>> },
  ): Promise<OutgoingFile> => {
    const found = await deps.fileLinks.ofTicket(hashToken(ticket), deps.clock.now())
    const { link, entry } = await living(deps, found)
    // Never within a page, and kept by no cache: the link may end at any time.
    return { ...(await readFileRange(deps.files, link.accountId, entry, headers).open()), inline: false, isFresh: true }
  }
