/** Takes the mails of uploaded files into a folder, one file after the other; a file or a mail that is none is refused, each with its reason. */
import type { RefusalCode } from '../../src/contract/codes'
import type { FileToImport, ImportJob, Progress } from '../core/mailJob'
import { Refusal, StoreAway } from '../core/refusal'
import type { UploadStore } from '../drafts/uploads/uploads.store'
import type { RangedBytes } from '../kit/zip/zipFile'
import type { MailStore } from '../mail/mail.store'
import { messagesOf } from './importedMessages'
import { type KeepDeps, keepImported } from './keepImported'

export type ImportDeps = KeepDeps & { readonly uploads: Pick<UploadStore, 'read' | 'remove'> }

type Held = { readonly note: (progress: Progress) => Promise<boolean> }

/** How far it is gets noted after so many mails, or bytes of a file. */
const noteMails = 20
const noteBytes = 1024 * 1024
/** Refusals of one file that are told by name. */
const toldMost = 50
/** After these nothing more can be kept. */
const endsAll: readonly RefusalCode[] = ['quotaExceeded', 'diskFull', 'notFound', 'serverCannot']
/** How often one mail is tried that a store does not keep which answers otherwise. */
const triesMost = 4

/** Answers whether all is done. Throws what the store throws when it is away; the next worker goes on where the last note stands. */
export async function workImport(deps: ImportDeps, store: MailStore, job: ImportJob, { note }: Held): Promise<boolean> {
  const files = job.work.files.map((file) => ({ ...file }))
  let { position: tries } = job
  const noted = (failed = false) => {
    tries = failed ? tries + 1 : 0
    return note({ done: files.reduce((sum, { kept }) => sum + kept, 0), position: tries, files })
  }
  let full: RefusalCode | null = null
  for (const [at, file] of files.entries()) {
    if (file.state === 'read' || file.state === 'refused') continue
    file.state = 'reading'
    if (full === null) {
      const outcome = await readFile(deps, store, { job, file, at, noted, mayFail: () => tries + 1 < triesMost })
      if (outcome === 'stopped') return false
      full = outcome
    } else refuse(file, file.name, full)
    file.read = file.size
    file.state = file.kept === 0 ? 'refused' : 'read'
    if (!(await noted())) return false
    await deps.uploads.remove(job.accountId, file.uploadId)
  }
  return true
}

type Writable = { -readonly [K in keyof FileToImport]: FileToImport[K] }
type Reading = {
  readonly job: ImportJob
  readonly file: Writable
  readonly at: number
  readonly noted: (failed?: boolean) => Promise<boolean>
  /** Whether the mail that comes next may be tried again. */
  readonly mayFail: () => boolean
}

function refuse(file: Writable, name: string, reason: RefusalCode): void {
  file.refused += 1
  if (file.refusals.length < toldMost) file.refusals = [...file.refusals, { name, reason }]
}

/** Null when the file is done with; `stopped` when the work is to end here; the reason when nothing more can be kept. */
async function readFile(
  deps: ImportDeps,
  store: MailStore,
  { job, file, at, noted, mayFail }: Reading,
): Promise<RefusalCode | 'stopped' | null> {
  let number = 0
  let last = { number: file.entries, read: file.read }
  try {
    for await (const { name, bytes, upTo } of messagesOf(await bytesOf(deps, job, file), file.name)) {
      number += 1
      if (number <= file.entries) continue
      // The same after a crash, so that what was kept and not noted is not kept twice.
      const key = `import ${job.id} ${at} ${number}`
      const reason = await keepImported(deps, store, bytes(), { folder: job.folder, key }).then(
        () => null,
        async (error) => {
          if (error instanceof Refusal) return error.code
          // A store that answers, and does not keep just this one, is not waited for without end.
          if (error instanceof StoreAway && !mayFail() && (await answers(store))) return 'operationFailed' as const
          await noted(true)
          throw error
        },
      )
      if (reason === null) file.kept += 1
      else refuse(file, name, reason)
      if (reason !== null && endsAll.includes(reason)) return reason
      file.entries = number
      file.read = upTo
      if (!mayFail() || number - last.number >= noteMails || upTo - last.read >= noteBytes) {
        last = { number, read: upTo }
        if (!(await noted())) return 'stopped'
      }
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    refuse(file, file.name, error.code)
  }
  return null
}

async function answers(store: MailStore): Promise<boolean> {
  return store.folders().then(
    () => true,
    () => false,
  )
}

async function bytesOf({ uploads }: ImportDeps, { accountId }: ImportJob, file: Writable): Promise<RangedBytes> {
  const from = async (start: number) => {
    const stream = await uploads.read(accountId, file.uploadId, start)
    if (stream === null) throw new Refusal('attachmentUnknown')
    return stream
  }
  return { size: file.size, from }
}
