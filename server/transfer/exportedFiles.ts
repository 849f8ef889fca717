/** The files of an archive of mails, one after the other: memory holds one page of a folder and a piece of one mail. */
import { setTimeout as pause } from 'node:timers/promises'
import type { MailId, StoredSummary } from '../core/mail'
import type { ExportJob } from '../core/mailJob'
import { Refusal, StoreAway } from '../core/refusal'
import { safeFileName } from '../kit/fileName'
import type { ZipEntry } from '../kit/zip/zipStream'
import { writtenDate } from '../kit/zonedDate'
import type { MailStore } from '../mail/mail.store'

const pageMails = 200
/** A mail server's clock may stand a little apart from ours. */
const clockToleranceMs = 60_000
/** How often a folder is gone through again, where others have taken mail away meanwhile and the rest has moved up. */
const passesMost = 3
/** Milliseconds before each further try to read on in a mail that broke off. */
const pauses = [100, 1_000, 5_000] as const

/** `onWritten` is told of each mail once all of it is in the archive. A mail that is gone when its turn comes is left out. */
export async function* exportedFiles(
  store: MailStore,
  job: ExportJob,
  onWritten: () => Promise<void>,
): AsyncGenerator<ZipEntry> {
  const width = Math.max(4, String(job.total).length)
  let count = 0
  for await (const mail of mailsOf(store, job)) {
    let isThere = false
    const number = String(count + 1).padStart(width, '0')
    yield {
      name: exportedName(mail, number, job.work.zone),
      open: async () => {
        const raw = await store.raw(mail.id)
        isThere = raw !== null
        return raw && wholeOf(store, mail.id, raw.stream)
      },
    }
    if (!isThere) continue
    count += 1
    await onWritten()
  }
}

/** `0001 2026-11-21 subject.eml`: the number makes it the only one of its name (TRUST S10). */
export function exportedName({ subject, receivedAt }: StoredSummary, number: string, zone: string): string {
  const words = [number, writtenDate(receivedAt, zone).slice(0, 10), subject.replaceAll(/[/\\]/g, '_').trim()]
  return safeFileName(`${words.join(' ').trim()}.eml`)
}

async function* mailsOf(store: MailStore, job: ExportJob): AsyncGenerator<StoredSummary> {
  const { ids } = job.work
  if (ids === null) return yield* mailsOfFolder(store, job)
  for (let at = 0; at < ids.length; at += pageMails) {
    const wanted = ids.slice(at, at + pageMails)
    const found = new Map((await store.summaries(wanted)).map((mail) => [mail.id, mail]))
    for (const id of wanted) {
      const mail = found.get(id)
      if (mail !== undefined) yield mail
    }
  }
}

/** Oldest first, so that what arrives meanwhile stays out of it and moves nothing. */
export async function* mailsOfFolder(
  store: MailStore,
  { folder, filter, createdAt }: Pick<ExportJob, 'folder' | 'filter' | 'createdAt'>,
): AsyncGenerator<StoredSummary> {
  const given = new Set<MailId>()
  for (let pass = 1; pass <= passesMost; pass += 1) {
    let held: number | null = null
    for (let number = 1; ; number += 1) {
      const page = await store.page({ folder, filter, sort: 'date', order: 'asc', page: number, pageSize: pageMails })
      if (page === null) throw new Refusal('notFound')
      held ??= page.total
      for (const mail of page.list) {
        if (given.has(mail.id) || mail.receivedAt > createdAt + clockToleranceMs) continue
        given.add(mail.id)
        yield mail
      }
      if (page.list.length < pageMails) {
        if (page.total >= held) return
        break
      }
    }
  }
}

/** All bytes of a mail: where its store goes away in the middle, it is read on from there once the store is back. */
export async function* wholeOf(
  store: MailStore,
  id: MailId,
  first: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let read = 0
  let stream = first
  for (let tries = 0; ; tries += 1) {
    try {
      let skip = read
      for await (const chunk of stream) {
        const rest = chunk.subarray(Math.min(skip, chunk.length))
        skip -= chunk.length - rest.length
        read += rest.length
        if (rest.length > 0) yield rest
      }
      return
    } catch (error) {
      const wait = pauses[tries]
      if (!(error instanceof StoreAway) || wait === undefined) throw error
      await pause(wait)
      const raw = await store.raw(id).catch(() => null)
      if (raw === null) throw error
      stream = raw.stream
    }
  }
}
