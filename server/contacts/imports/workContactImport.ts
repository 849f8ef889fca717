/** Reads a file of contacts as a stream, and goes on after a restart where it ended. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { limits } from '#contract/limits'
import type { FileEntry } from '../../core/contactFile'
import type { MailJob } from '../../core/mailJob'
import { Refusal, StoreAway } from '../../core/refusal'
import type { UploadStore } from '../../drafts/uploads/uploads.store'
import type { Clock } from '../../kit/clock'
import { acceptedEntry } from '../transfer/contactFile'
import { contactOfRow } from '../transfer/csvColumns'
import { decodeBlocks } from '../transfer/fileEncoding'
import { readCsvRows } from '../transfer/readCsv'
import { readVCards } from '../transfer/readVCards'
import type { ContactImportStore, ImportPlan, StoredImport } from './contactImports.store'

export type ContactImportWork = {
  readonly contactImports: ContactImportStore
  readonly uploads: Pick<UploadStore, 'read' | 'remove'>
  readonly clock: Clock
}

/** People of one transaction: others' calls wait for no more. */
const pieceEntries = 50
/** How often the job is asked whether it goes on. */
const piecesOfNote = 10

/** Answers whether all is done. Throws what the store throws; the next worker goes on. */
export const makeWorkContactImport =
  (deps: ContactImportWork) =>
  async ({ id, accountId }: MailJob, goesOn: () => Promise<boolean>): Promise<boolean> => {
    const { contactImports, uploads, clock } = deps
    const begun = await contactImports.find(accountId, id)
    if (begun === null) throw new Refusal('notFound')
    const lastNumbers = new Map<string, number>()
    let { position } = begun
    let pieces = 0
    for await (const { entries, read } of piecesOf(deps, accountId, begun)) {
      const at = { now: clock.now(), most: limits.contacts, lastNumbers }
      const isTaken = await contactImports.take(accountId, id, { position, read, entries }, at)
      if (!isTaken) {
        // Not cancelled: a worker that has lost the import took this piece in just now.
        if (await goesOn()) throw new StoreAway('the import stands elsewhere')
        return false
      }
      position += entries.length
      pieces += 1
      if (pieces % piecesOfNote === 0 && !(await goesOn())) return false
      await nextTurn()
    }
    await uploads.remove(accountId, begun.file.uploadId)
    return true
  }

/** People after those that were dealt with, and the bytes that were read by then. */
async function* piecesOf(
  { uploads }: ContactImportWork,
  account: string,
  { file, plan, position }: StoredImport,
): AsyncGenerator<{ readonly entries: readonly FileEntry[]; readonly read: number }> {
  const bytes = await uploads.read(account, file.uploadId)
  if (bytes === null) throw new Refusal('attachmentUnknown')
  let read = 0
  const counted = async function* () {
    for await (const block of bytes) {
      read += block.length
      yield block
    }
  }
  let passed = 0
  let entries: FileEntry[] = []
  for await (const entry of entriesOf(decodeBlocks(counted(), plan.encoding), plan)) {
    passed += 1
    if (passed <= position) continue
    entries.push(acceptedEntry(entry))
    if (entries.length < pieceEntries) continue
    yield { entries, read }
    entries = []
  }
  yield { entries, read: file.size }
}

async function* entriesOf(text: AsyncIterable<string>, { kind, mapping }: ImportPlan): AsyncGenerator<FileEntry> {
  if (kind === 'vcf' || mapping === null) return yield* readVCards(text)
  let isHeader = mapping.hasHeader
  for await (const row of readCsvRows(text)) {
    if (!isHeader) yield 'refusal' in row ? row : contactOfRow(row, mapping)
    isHeader = false
  }
}
