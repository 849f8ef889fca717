/** Keeps a draft in place of the version before, or lets it go as a mail, unless another window has saved a newer one since (TRUST R7). */
import { Refusal } from '../core/refusal'
import type { MailStore, NewMail } from '../mail/mail.store'
import { readDraftNotes } from './draftNotes'

type Version = {
  readonly draftId?: string | undefined
  readonly lineage?: string | undefined
  readonly writer?: string | undefined
  readonly again?: boolean | undefined
}

/** How many of the newest drafts are looked through for a version that came in between. */
const mostOpened = 20

/** Throws `draftConflict` with the newer version's id and time; nothing was kept then. */
export async function replaceNewest(store: MailStore, version: Version, mail: NewMail): Promise<string> {
  const { draftId, ...window } = version
  try {
    return (await store.replace(draftId ?? (await unansweredOf(store, window)), mail)).id
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'draftConflict')) throw error
  }
  const newest = window.lineage === undefined ? null : await newestOf(store, window.lineage)
  // Deleted or sent meanwhile: what is written here is all there is of it, and stays.
  if (newest === null) return (await store.replace(null, mail)).id
  // This window's own saving, whose answer was lost.
  if (window.writer !== undefined && newest.writer === window.writer) return (await store.replace(newest.id, mail)).id
  throw conflictWith(newest)
}

/** Throws `draftConflict` as a saving would: where another window has saved a newer version, this one's words are not what is to go. */
export async function refuseStale(store: MailStore, { draftId, lineage, writer }: Version): Promise<void> {
  if (draftId === undefined || lineage === undefined) return
  if ((await store.summaries([draftId])).length > 0) return
  const newest = await newestOf(store, lineage)
  if (newest !== null && (writer === undefined || newest.writer !== writer)) throw conflictWith(newest)
}

const conflictWith = ({ id, savedAt }: { readonly id: string; readonly savedAt: number }) =>
  new Refusal('draftConflict', { field: 'draftId', payload: { newest: { id, savedAt } } })

/** What this window has saved before without an answer. */
async function unansweredOf(store: MailStore, { again, lineage, writer }: Version): Promise<string | null> {
  if (again !== true || lineage === undefined || writer === undefined) return null
  const newest = await newestOf(store, lineage)
  return newest?.writer === writer ? newest.id : null
}

async function newestOf(store: MailStore, lineage: string) {
  const query = { folder: 'draft', page: 1, pageSize: mostOpened, sort: 'date', order: 'desc', filter: 'all' } as const
  for (const { id, receivedAt } of (await store.page(query))?.list ?? []) {
    const opened = await store.open(id)
    const notes = opened === null ? null : readDraftNotes(opened.parsed)
    if (notes?.lineage === lineage) return { id, savedAt: receivedAt, writer: notes.writer }
  }
  return null
}
