/** My files: listed, named, put elsewhere, deleted and given back (BEHAVIOUR §14). */
import { randomUUID } from 'node:crypto'
import type { Form, Reply } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/files/files'
import { checkFileName, fileName } from '../../src/contract/files/fileRules'
import { nameTerms } from '../../src/contract/mail/plainName'
import type { AccountId } from '../core/account'
import type { Caller } from '../core/caller'
import { Refusal } from '../core/refusal'
import type { Clock } from '../kit/clock'
import type { MailStores } from '../mail/mail.store'
import type { FileBook } from './fileBook.store'

export type FileDeps = { readonly files: FileBook; readonly mailStores: MailStores; readonly clock: Clock }

/** The name as it is stored; throws `fileNameInvalid`. */
export function storedName(name: string): string {
  const clean = fileName(name)
  const fault = checkFileName(clean)
  if (fault !== null) throw new Refusal(fault, { field: 'name' })
  return clean
}

/** Bytes that all files of the account may take: what its mail leaves of the quota. */
export async function roomForFiles(
  { files, mailStores }: Pick<FileDeps, 'files' | 'mailStores'>,
  account: Caller['account'],
): Promise<number> {
  const { used, limit } = await mailStores.of(account).quota()
  return limit - used + (await files.bytes(account.id))
}

function chosen(ids: readonly string[]): readonly string[] {
  if (ids.length === 0) throw new Refusal('noFileSelected')
  return ids
}

export const makeListFiles =
  ({ files }: Pick<FileDeps, 'files'>) =>
  async (form: Form<typeof entries.listFiles>, { account }: Caller): Promise<Reply<typeof entries.listFiles>> => {
    const words = nameTerms(form.typed)
    const path = form.trash || words.length > 0 ? [] : await pathOf(files, account.id, form.folder)
    const page = await files.page(account.id, { ...form, words }, form)
    return { entries: [...page.entries], next: page.next, total: page.total, path: [...path] }
  }

async function pathOf(files: FileBook, account: AccountId, folder: string) {
  const path = await files.path(account, folder)
  if (path === null) throw new Refusal('notFound')
  return path
}

export const makeAddFileFolder =
  ({ files, clock }: Pick<FileDeps, 'files' | 'clock'>) =>
  async (
    { folder, name }: Form<typeof entries.addFileFolder>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.addFileFolder>> => {
    const made = { id: randomUUID(), parent: folder, name: storedName(name) }
    return { entry: await files.addFolder(account.id, made, clock.now()) }
  }

export const makeRenameFile =
  ({ files, clock }: Pick<FileDeps, 'files' | 'clock'>) =>
  async (
    { id, version, name }: Form<typeof entries.renameFile>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.renameFile>> => {
    const to = { version, name: storedName(name), now: clock.now() }
    return { entry: await files.rename(account.id, id, to) }
  }

export const makeMoveFiles =
  ({ files, clock }: Pick<FileDeps, 'files' | 'clock'>) =>
  async (
    { ids, folder, same }: Form<typeof entries.moveFiles>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.moveFiles>> => ({
    moved: await files.move(account.id, chosen(ids), { folder, same, now: clock.now() }),
  })

export const makeCopyFiles =
  (deps: FileDeps) =>
  async (
    { ids, folder }: Form<typeof entries.copyFiles>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.copyFiles>> => {
    const at = { now: deps.clock.now(), room: await roomForFiles(deps, account) }
    return { copied: await deps.files.copy(account.id, chosen(ids), folder, at) }
  }

export const makeTrashFiles =
  ({ files, clock }: Pick<FileDeps, 'files' | 'clock'>) =>
  async ({ ids }: Form<typeof entries.trashFiles>, { account }: Caller): Promise<Reply<typeof entries.trashFiles>> => ({
    ids: [...(await files.trash(account.id, chosen(ids), clock.now()))],
  })

export const makeRestoreFiles =
  ({ files }: Pick<FileDeps, 'files'>) =>
  async (
    { ids }: Form<typeof entries.restoreFiles>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.restoreFiles>> => ({ restored: await files.restore(account.id, chosen(ids)) })

export const makeRemoveFiles =
  ({ files }: Pick<FileDeps, 'files'>) =>
  async (
    { ids, all }: Form<typeof entries.removeFiles>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.removeFiles>> => {
    const removed = await files.remove(account.id, all ? null : chosen(ids))
    if (removed === 0 && !all) throw new Refusal('notFound')
    return { removed }
  }
