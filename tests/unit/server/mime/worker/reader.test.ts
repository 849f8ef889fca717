import { mkdtemp, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits'
import { openMimeReader } from '#server/mime'
import { openPool } from '#server/mime/worker/workerPool'
import { removeFolder } from '../../../../support/removeFolder'
import { message } from '../reading'

const small = message(['From: 王丽 <w@example.cn>', 'Subject: small', '', 'hello'])
/** Takes far longer to decode than the reader below allows. */
const slow = Buffer.concat([
  message([
    'From: s@example.cn',
    'Subject: slow',
    'Authentication-Results: ep.test; dmarc=fail',
    'Content-Type: application/pdf',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    '',
  ]),
  Buffer.from('=41=42=43\r\n'.repeat(4_000_000)),
])
const reader = openMimeReader()
setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ep-mime-'))
})
afterAll(async () => {
  await reader.close()
  await removeFolder(folder)
})

async function writeLarge(path: string, mebibytes: number): Promise<void> {
  const file = await open(path, 'w')
  await file.write(
    'Subject: l\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nhi\r\n--b\r\nContent-Type: application/pdf; name=l.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n',
  )
  const line = `${Buffer.alloc(57, 7).toString('base64')}\r\n`
  const block = line.repeat(Math.ceil((1024 * 1024) / 57))
  for (let done = 0; done < mebibytes; done += 1) await file.write(block)
  await file.write('--b--\r\n')
  await file.close()
}

/** Reads the attachment of a mail to its end: how many bytes came, and by how many the process grew at most. */
async function largestGrowth(path: string) {
  collect()
  const before = process.memoryUsage().rss
  const part = await reader.part({ path }, '2')
  let size = 0
  let growth = 0
  let collected = 0
  for await (const chunk of part?.stream ?? []) {
    size += chunk.length
    if (size - collected < 4 * 1024 * 1024) continue
    // Chunks that nobody holds any more are no memory of the reader's: when they are collected is up to the runtime.
    collect()
    collected = size
    growth = Math.max(growth, process.memoryUsage().rss - before)
  }
  return { size, announced: part?.attachment.size, growth }
}

describe('the reader', () => {
  it('reads from memory and leaves the bytes of the caller alone', async () => {
    const mail = await reader.parse({ bytes: small })
    expect(mail).toMatchObject({
      subject: 'small',
      from: { name: '王丽', address: 'w@example.cn' },
      text: 'hello',
      readable: true,
    })
    expect(small.length).toBeGreaterThan(0)
  })
  it('R20: a message that takes too long fails alone, and its header is still shown', async () => {
    const hasty = openMimeReader({ timeoutMs: 300, workers: 1, trustedAuthServIds: ['ep.test'] })
    try {
      const [first, second] = await Promise.all([hasty.parse({ bytes: slow }), hasty.parse({ bytes: small })])
      expect(first).toMatchObject({
        readable: false,
        subject: 'slow',
        from: { address: 's@example.cn' },
        // That it failed is said, whether the rest could be read or not.
        authentication: { spf: 'none', dkim: 'none', dmarc: 'fail' },
      })
      expect(second).toMatchObject({ readable: true, subject: 'small' })
    } finally {
      await hasty.close()
    }
  })
  it('answers for a file that is not there', async () => {
    expect(await reader.parse({ path: join(folder, 'absent') })).toMatchObject({ readable: false, subject: '' })
  })
  it('streams one decoded part and knows no other', async () => {
    const bytes = message([
      'Content-Type: application/pdf; name=a.pdf',
      'Content-Transfer-Encoding: base64',
      '',
      'aGVs',
      'bG8=',
    ])
    const part = await reader.part({ bytes }, '1')
    expect(part?.attachment).toMatchObject({ part: '1', name: 'a.pdf', size: 5 })
    expect(Buffer.concat((await part?.stream.toArray()) ?? []).toString()).toBe('hello')
    expect(await reader.part({ bytes }, '7')).toBeNull()
  })
  it('S27: finds 1,900 parts of a message in one pass', async () => {
    const body = Buffer.alloc(3_000, 7).toString('base64')
    const file = `--b\r\nContent-Type: image/gif; name=a.gif\r\nContent-Transfer-Encoding: base64\r\n\r\n${body}\r\n`
    const bytes = Buffer.from(`Content-Type: multipart/mixed; boundary=b\r\n\r\n${file.repeat(1_900)}--b--\r\n`)
    const numbers = Array.from({ length: 1_900 }, (_, at) => String(at + 1))
    const found = await reader.parts({ bytes }, [...numbers, '1901'])
    expect([...found.keys()].sort()).toEqual(numbers.sort())
    const last = await (await found.get('1900')?.open())?.toArray()
    expect(Buffer.concat(last ?? [])).toEqual(Buffer.alloc(3_000, 7))
  })
  it('streams an attachment of 50 MB with less than 64 MB more in memory', async () => {
    const path = join(folder, 'large.eml')
    // What threads and compiled code take once is taken before: the measure is of what grows with the attachment.
    await writeLarge(path, 8)
    await largestGrowth(path)
    await writeLarge(path, 50)
    const { size, announced, growth } = await largestGrowth(path)
    expect(size).toBe(announced)
    expect(size).toBeGreaterThanOrEqual(50 * 1024 * 1024)
    expect(growth).toBeLessThan(64 * 1024 * 1024)
  })
  it('answers what was waiting when it is closed', async () => {
    const closing = openMimeReader({ workers: 1 })
    const waiting = [closing.parse({ bytes: small }), closing.parse({ bytes: small })]
    await closing.close()
    for (const mail of await Promise.all(waiting)) expect(mail).toMatchObject({ readable: false, subject: 'small' })
  })
})

describe('a worker with half of the usual heap', () => {
  const pool = openPool({ workers: 1, timeoutMs: 60_000, heapMegabytes: 64, trustedAuthServIds: [] })
  afterAll(() => pool.close())
  const most = limits.htmlCharacters
  const filled = (piece: string) => piece.repeat(Math.floor(most / piece.length))

  it('S27: makes the texts of a written message of 8 MB of Chinese words', async () => {
    const text = { html: filled('汉字 '), text: null, names: new Map() }
    expect((await pool.run({ kind: 'body', text, isPlain: false }, { owner: 'a' })).kind).toBe('body')
  })

  it('S27: reads a message of 8 MB of short lines', async () => {
    const bytes = Buffer.from(`Content-Type: text/plain\r\n\r\n${filled('x\r\n')}`)
    expect((await pool.run({ kind: 'mail', source: { bytes } }, { owner: 'a' })).kind).toBe('mail')
  })
})
