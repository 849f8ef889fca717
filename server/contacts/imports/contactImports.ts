/** Imports of contacts (SPEC §5, BEHAVIOUR §12): begun, told of, cancelled, undone. */
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { contactLimits } from '#contract/contacts/contactDetails'
import { contactTransferLimits } from '#contract/contacts/contactFiles'
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/contacts/transfer'
import { checkGroup, contactName } from '#contract/mail/contactRules'
import type { AccountId } from '../../core/account'
import type { Caller } from '../../core/caller'
import type { OutgoingFile } from '../../core/outgoingFile'
import { Refusal } from '../../core/refusal'
import type { Upload, UploadStore } from '../../drafts/uploads/uploads.store'
import type { Clock } from '../../kit/clock'
import { type TicketChecks, ticketOwner } from '../../session/tickets/tickets'
import type { ContactGroups } from '../contactGroups.store'
import type { ContactStore } from '../contacts.store'
import { contactFileKind } from '../transfer/contactFile'
import { mappingOf } from '../transfer/csvColumns'
import { decodeBlocks, findEncoding } from '../transfer/fileEncoding'
import { type CsvRow, readCsvRows } from '../transfer/readCsv'
import { readVCards } from '../transfer/readVCards'
import { writeRefusedCsv } from '../transfer/writeCsv'
import type { ContactImportStore, StoredImport } from './contactImports.store'
import { refusedColumns, whyRefused } from './refusedWords'

export type ContactImportDeps = {
  readonly contactImports: ContactImportStore
  readonly contacts: ContactStore
  readonly contactGroups: ContactGroups
  readonly uploads: UploadStore
  readonly clock: Clock
  /** There is work. */
  readonly wakeJobs: () => void
}

type Uploads = Pick<ContactImportDeps, 'uploads'>

/** A finished upload of a csv or vcf. Absent and another person's are unknown (TRUST S21). */
async function contactFile({ uploads }: Uploads, account: AccountId, id: string) {
  const upload = await uploads.find(account, id)
  if (upload === null) throw new Refusal('attachmentUnknown', { field: 'upload' })
  if (!upload.finished) throw new Refusal('attachmentsPending', { field: 'upload' })
  if (upload.size > contactTransferLimits.fileBytes) throw new Refusal('tooLarge', { field: 'upload' })
  const kind = contactFileKind(upload.name, await headOf(await bytesOf({ uploads }, account, upload)))
  if (kind === null) throw new Refusal('notContacts', { field: 'upload' })
  return { upload, kind }
}

async function bytesOf({ uploads }: Uploads, account: AccountId, { id }: Upload): Promise<Readable> {
  const bytes = await uploads.read(account, id)
  if (bytes === null) throw new Refusal('attachmentUnknown', { field: 'upload' })
  return bytes
}

async function headOf(bytes: Readable): Promise<Uint8Array> {
  for await (const block of bytes) return Buffer.from(block)
  return Buffer.alloc(0)
}

export const makePreviewContacts =
  (deps: Uploads) =>
  async (
    { upload: id, encoding: named }: Form<typeof entries.previewContacts>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.previewContacts>> => {
    const { upload, kind } = await contactFile(deps, account.id, id)
    const found = await findEncoding(await bytesOf(deps, account.id, upload))
    const encoding = named ?? found.encoding
    const text = decodeBlocks(await bytesOf(deps, account.id, upload), encoding)
    const about = { kind, encoding, marked: found.hasMark }
    if (kind === 'vcf') return { ...about, preset: null, header: false, columns: [], rows: await sampleCards(text) }
    const rows = await sampleRows(text)
    const { preset, hasHeader, columns } = mappingOf(rows)
    const within = columns.slice(0, contactTransferLimits.columns)
    return { ...about, preset, header: hasHeader, columns: [...within], rows: rows.map(({ cells }) => cut(cells)) }
  }

const cut = (cells: readonly string[]) =>
  cells
    .slice(0, contactTransferLimits.columns)
    .map((cell) => [...cell].slice(0, contactTransferLimits.sampleCharacters).join(''))

async function sampleRows(text: AsyncIterable<string>): Promise<CsvRow[]> {
  const rows: CsvRow[] = []
  for await (const row of readCsvRows(text)) {
    if (!('refusal' in row)) rows.push(row)
    // The header is none of them.
    if (rows.length > contactTransferLimits.sampleRows) break
  }
  return rows
}

async function sampleCards(text: AsyncIterable<string>): Promise<string[][]> {
  const rows: string[][] = []
  for await (const entry of readVCards(text)) {
    if ('contact' in entry) {
      const { name, emails, phones } = entry.contact
      rows.push(cut([name, emails[0]?.value ?? '', phones[0]?.value ?? '']))
    }
    if (rows.length >= contactTransferLimits.sampleRows) break
  }
  return rows
}

export const makeImportContacts =
  (deps: ContactImportDeps) =>
  async (
    form: Form<typeof entries.importContacts>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.importContacts>> => {
    const { uploads, contactImports, contactGroups, clock, wakeJobs } = deps
    const { encoding, duplicates, group } = form
    const { upload, kind } = await contactFile(deps, account.id, form.upload)
    const mapping = kind === 'vcf' ? null : form.mapping
    if (mapping === undefined) throw new Refusal('badField', { field: 'mapping' })
    const newGroup = contactName(form.newGroup)
    if (newGroup !== '' && !checkGroup(newGroup)) throw new Refusal('badField', { field: 'newGroup' })
    if (group !== '' && (await contactGroups.find(account.id, group)) === null)
      throw new Refusal('notFound', { field: 'group' })
    const { id: uploadId, name, size } = upload
    const plan = { kind, encoding, mapping, duplicates, group, newGroup }
    const begun = { id: randomUUID(), file: { name, size, uploadId }, plan, madeAt: clock.now() }
    if (!(await contactImports.add(account.id, begun))) throw new Refusal('importRuns')
    await uploads.touch(account.id, [uploadId], clock.now())
    wakeJobs()
    return { import: importView(await present(deps, account.id, begun.id), clock.now()) }
  }

/** Those older are told of no more, whether the sweep has come to them or not. */
const isPast = ({ madeAt, state }: StoredImport, now: number) =>
  state !== 'running' && madeAt < now - contactLimits.undoMs

async function present({ contactImports }: Pick<ContactImportDeps, 'contactImports'>, account: AccountId, id: string) {
  const found = await contactImports.find(account, id)
  if (found === null) throw new Refusal('notFound')
  return found
}

function importView(found: StoredImport, now: number): entries.ContactImport {
  const { id, file, read, counts, state, reason } = found
  const changed = counts.added + counts.merged + counts.replaced
  const undoable = state !== 'running' && state !== 'undone' && changed > 0 && !isPast(found, now)
  return { id, name: file.name, size: file.size, read, state, reason, undoable, ...counts }
}

export const makeContactImports =
  (deps: Pick<ContactImportDeps, 'contactImports' | 'clock'>) =>
  async (
    { id }: Form<typeof entries.contactImports>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.contactImports>> => {
    const now = deps.clock.now()
    const found = id === undefined ? await deps.contactImports.all(account.id) : [await present(deps, account.id, id)]
    return { imports: found.filter((it) => !isPast(it, now)).map((it) => importView(it, now)) }
  }

export const makeCancelContactImport =
  (deps: Pick<ContactImportDeps, 'contactImports' | 'uploads' | 'clock'>) =>
  async (
    { id }: Form<typeof entries.cancelContactImport>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.cancelContactImport>> => {
    await present(deps, account.id, id)
    await deps.contactImports.cancel(account.id, id, deps.clock.now())
    const found = await present(deps, account.id, id)
    if (found.state === 'cancelled') await deps.uploads.remove(account.id, found.file.uploadId)
    return { import: importView(found, deps.clock.now()) }
  }

export const makeUndoContactImport =
  (deps: Pick<ContactImportDeps, 'contactImports' | 'contacts' | 'clock'>) =>
  async (
    { id }: Form<typeof entries.undoContactImport>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.undoContactImport>> => {
    const now = deps.clock.now()
    const found = await present(deps, account.id, id)
    if (found.state === 'running') throw new Refusal('importRuns')
    if (!importView(found, now).undoable) throw new Refusal('notFound')
    // What is made room for comes first, so that nothing is full.
    const came = await deps.contacts.undo(account.id, id, { since: 0, most: Number.MAX_SAFE_INTEGER })
    await deps.contactImports.noteUndone(account.id, id, now)
    return came === null || came === 'full' ? { undone: 0, unchanged: 0 } : came
  }

export const makeRefusedContacts =
  (deps: TicketChecks & Pick<ContactImportDeps, 'contactImports'>) =>
  async ({ sid, id, language }: Form<typeof entries.refusedContacts>): Promise<OutgoingFile> => {
    const account = await ticketOwner(deps, sid)
    const { file } = await present(deps, account.id, id)
    const rows = writeRefusedCsv(deps.contactImports.refused(account.id, id), refusedColumns[language], (refusal) =>
      whyRefused(refusal, language),
    )
    const name = `${file.name.replace(/\.\w+$/, '').replaceAll(/[/\\]/g, '_')} - ${refusedColumns[language].file}.csv`
    return { name, type: 'text/csv', size: null, stream: Readable.from(rows, { objectMode: false }), inline: false }
  }
