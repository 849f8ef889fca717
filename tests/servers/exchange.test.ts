/** A folder of Dovecot's leaves as an archive and comes in again elsewhere: byte for byte, with its dates, and never twice. */
import { Readable } from 'node:stream'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { ExportJob, ImportJob, Progress } from '../../server/core/mailJob'
import { zipStream } from '../../server/kit/zip/zipStream'
import { openMimeReader } from '../../server/mime'
import { exportedFiles } from '../../server/transfer/exportedFiles'
import { workImport } from '../../server/transfer/workImport'
import { owner, pageOf } from '../server/conformance/mail/mailbox'
import { bytesOf } from '../support/gateway/gateway'
import { readZip } from '../support/mail/readZip'
import { type ImapPlace, makeImapPlace } from './imapPlace'
import { fill } from './mailbox'

const mime = openMimeReader({ timeoutMs: 10_000 })
afterAll(() => mime.close())

let place: ImapPlace | undefined
afterEach(async () => {
  await place?.close()
  place = undefined
})

const about = {
  accountId: 'lin',
  filter: 'all',
  state: 'running',
  done: 0,
  position: 0,
  reason: null,
  createdAt: Date.now() + 60_000,
} as const

async function inbox(count: number) {
  const made = await makeImapPlace(mime)
  place = made
  const mails = Array.from({ length: count }, (_, at) => ({
    subject: `mail ${at}`,
    text: `Text ${at} – 一\r\n.\r\nend`,
  }))
  await fill(made.user('lin'), 'INBOX', mails)
  const store = made.store.of(owner('lin'))
  const job: ExportJob = {
    ...about,
    id: 'e',
    folder: 'inbox',
    total: count,
    work: { kind: 'export', ids: null, zone: 'UTC' },
  }
  let written = 0
  const archived = async (wanted = job) => {
    const files = exportedFiles(store, wanted, async () => {
      written += 1
    })
    return bytesOf(zipStream(files))
  }
  /** What the store would say of the archive as an upload. */
  async function imported(archive: Buffer, folder: string) {
    const file = {
      uploadId: 'u',
      name: 'a.zip',
      size: archive.length,
      read: 0,
      entries: 0,
      kept: 0,
      refused: 0,
      refusals: [],
    }
    const work: ImportJob['work'] = { kind: 'import', files: [{ ...file, state: 'waiting' }] }
    const uploads = {
      read: async (_owner: string, _id: string, from = 0) => Readable.from([archive.subarray(from)]),
      remove: async () => undefined,
    }
    let last: Progress | undefined
    const note = async (progress: Progress) => {
      last = progress
      return true
    }
    const isDone = await workImport(
      { ...made.context, uploads },
      store,
      { ...about, id: 'i', folder, total: 1, work },
      { note },
    )
    return { isDone, file: last?.files?.[0] }
  }
  return { made, store, job, archived, imported, written: () => written }
}

describe('an exchange over a mail server', () => {
  it('brings a folder of several pages out, oldest first', async () => {
    const { archived, written } = await inbox(205)
    const files = [...readZip(await archived())]
    expect(written()).toBe(205)
    expect(files[0]?.[0]).toMatch(/^0001 \d{4}-\d\d-\d\d mail 0\.eml$/)
    expect(files.map(([name]) => name.slice(16))).toEqual(Array.from({ length: 205 }, (_, at) => `mail ${at}.eml`))
  })

  it('brings mails out and in again, byte for byte', async () => {
    const { store, archived, imported } = await inbox(25)
    const archive = await archived()
    const files = [...readZip(archive)]
    const folder = (await store.createFolder('再来'))?.id ?? ''
    expect(await imported(archive, folder)).toMatchObject({ isDone: true, file: { state: 'read', kept: 25 } })
    const { list } = await pageOf(store, { folder, order: 'asc', pageSize: 50 })
    expect(list.map(({ subject }) => subject)).toEqual(Array.from({ length: 25 }, (_, at) => `mail ${at}`))
    expect(list.every(({ seen }) => seen)).toBe(true)
    for (const [at, { id }] of list.entries()) {
      const raw = await store.raw(id)
      expect(raw && (await bytesOf(raw.stream)).equals(files[at]?.[1] ?? Buffer.alloc(0))).toBe(true)
    }
    // The same job once more, as after a crash that lost its notes.
    expect(await imported(archive, folder)).toMatchObject({ file: { kept: 25 } })
    expect((await pageOf(store, { folder })).total).toBe(25)
  })

  it('leaves out what goes meanwhile, and reads on over a line that was cut', async () => {
    const { made, store, job, archived, written } = await inbox(6)
    const { list } = await pageOf(store, { order: 'asc' })
    const ids = list.map(({ id }) => id)
    await store.remove([ids[2] ?? ''])
    const named: ExportJob = { ...job, work: { ...job.work, ids } }
    const whole = archived(named)
    made.context.pool.forget('lin')
    const files = [...readZip(await whole).keys()]
    expect(files.map((name) => name.slice(16))).toEqual([
      'mail 0.eml',
      'mail 1.eml',
      'mail 3.eml',
      'mail 4.eml',
      'mail 5.eml',
    ])
    expect(written()).toBe(5)
  })

  it('keeps the date at which a mail once arrived', async () => {
    const { store, imported } = await inbox(0)
    const mail = 'Received: from a by b; Tue, 3 Mar 2020 10:00:00 +0800\r\nSubject: old\r\n\r\nText\r\n'
    expect(await imported(Buffer.from(mail), 'inbox')).toMatchObject({ file: { kept: 1, refused: 0 } })
    const { list } = await pageOf(store, {})
    expect(list).toMatchObject([{ subject: 'old', seen: true, receivedAt: Date.UTC(2020, 2, 3, 2) }])
  })
})
