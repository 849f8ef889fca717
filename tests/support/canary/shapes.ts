/** What one account, sender or address may do within the limits, each known to have stopped a mail program or likely to. */
import { crc32, deflateRawSync } from 'node:zlib'
import { madeZip } from '../mail/madeZip'
import type { Reply, Target } from './target'

export type Shape = {
  readonly name: string
  /** Throws where the gateway answers otherwise than it promises. */
  readonly run: (target: Target) => Promise<void>
}

const head = 'From: a@far.test\r\nTo: lin@ep.test\r\nSubject: a\r\nDate: Mon, 05 Jan 2026 08:00:00 +0800\r\n'
const html = `${head}Content-Type: text/html; charset=utf-8\r\n\r\n`

function mustBe(isSo: boolean, what: unknown): void {
  if (!isSo) throw new Error(`The gateway answers ${JSON.stringify(what)?.slice(0, 200)}`)
}

const noServerError = (reply: Reply) => mustBe(reply.status < 500, reply)

/** A message that is taken; `times` since some faults show only once the code is hot. */
const mail = (name: string, message: () => string, times = 1): Shape => ({
  name: `a message: ${name}`,
  run: async (target) => {
    const bytes = Buffer.from(message())
    for (let sent = 0; sent < times; sent += 1) {
      const answer = await target.smtp(bytes)
      mustBe(/^250 /.test(answer), answer)
    }
  },
})

const draft = (name: string, content: () => string): Shape => ({
  name: `a draft: ${name}`,
  run: async (target) =>
    noServerError(await target.post('writemail/saveDraft.action', { to: [], subject: 'a', html: content() })),
})

const form = (name: string, body: () => Buffer<ArrayBuffer>, atOnce = 1): Shape => ({
  name: `a form: ${name}`,
  run: async (target) => {
    const bytes = new Uint8Array(body())
    const asked = Array.from({ length: atOnce }, () => target.postBytes('writemail/saveDraft.action', bytes))
    for (const reply of await Promise.all(asked)) noServerError(reply)
  },
})

const file = (name: string, kind: string, bytes: () => Buffer): Shape => ({
  name: `a file to import: ${name}`,
  run: async (target) => {
    const job = await target.importFile(`a.${kind}`, bytes())
    mustBe(Object(job).state === 'done', job)
  },
})

const zipped = (files: readonly (readonly [string, Buffer])[]) =>
  madeZip(
    files.map(([name, bytes]) => ({
      name,
      method: 8,
      packed: deflateRawSync(bytes),
      size: bytes.length,
      crc: crc32(bytes),
    })),
  )

const calls = (name: string, run: (target: Target) => Promise<void>): Shape => ({ name, run })

const megabyte = 1024 * 1024
const mbox = (message: string) => Buffer.from(`From a@far.test Mon Jan  5 08:00:00 2026\n${message}`)
const plainHead = 'From: a@far.test\nSubject: a\n\n'

/** All that a mailbox holds is changed four times over. */
async function changeAll(target: Target): Promise<void> {
  const ids = await target.ids('inbox', 10_000)
  for (const [path, values] of [
    ['manage/mark2', { folder: 'inbox', mark: 'unseen' }],
    ['manage/mark2', { ids, mark: 'flagged' }],
    ['manage/move2.action', { ids, target: 'deleted' }],
    ['manage/move2.action', { ids, target: 'inbox' }],
  ] as const) {
    const { json } = await target.post(path, values)
    mustBe(json.code === '200', json)
  }
}

async function searchAll(target: Target): Promise<void> {
  const pageSize = '200'
  for (const [path, values] of [
    ['query/search2.action', { keyword: 'in', location: 'all', pageSize }],
    [
      'query/search2.action',
      { keyword: 'invoice meeting project schedule', location: 'all', folder: 'anywhere', pageSize },
    ],
    ['query/search2.action', { keyword: 'a '.repeat(100), location: 'all', pageSize }],
    ['query/advance_search2.action', { minSize: '1', body: '合同', pageSize }],
    ['query/queryfolder2.action', { folder: 'inbox', conversations: '1', pageSize }],
  ] as const)
    noServerError(await target.post(path, values))
}

/** Twenty that are known, and some that were found since. */
export const shapes: readonly Shape[] = [
  mail('275 KB of short paragraphs, until the code is hot', () => `${html}${'<p>word</p>'.repeat(25_000)}\r\n`, 6),
  mail('100,000 nested elements', () => `${html}${'<div>'.repeat(100_000)}\r\n`),
  mail('20,000 nested tables', () => `${html}${'<table><tr><td>'.repeat(20_000)}\r\n`),
  mail('400 KB of lines that are one stuffed dot', () => `${head}\r\n${'..\r\n'.repeat(100_000)}`),
  mail('4 MB of empty lines', () => `${head}\r\n${'\r\n'.repeat(2 * megabyte)}`),
  mail('one line of 8 MB', () => `${head}\r\n${'a '.repeat(4 * megabyte)}\r\n`),
  mail('a header of 150,000 lines', () => `${head}${'a: b\r\n'.repeat(150_000)}\r\nx\r\n`),
  mail('a header field of 900 KB', () => `${head}References: ${'<a@b> '.repeat(150_000)}\r\n\r\nx\r\n`),
  mail('20,000 recipients', () => `${head}Cc: ${'a <b@c.test>,\r\n '.repeat(20_000)}d@e.test\r\n\r\nx\r\n`),
  mail(
    '20,000 parts',
    () => `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(20_000)}--b--\r\n`,
  ),
  draft('8 MB of nested elements', () => '<div>'.repeat(1_600_000)),
  draft('4 MB of paragraphs that do not end', () => '<p>x'.repeat(1_000_000)),
  draft('20,000 links', () => '<a href="https://a.test/">'.repeat(20_000)),
  form('26 MB of names without values, four at once', () => Buffer.alloc(26 * megabyte - 1, 'a&'), 4),
  form('26 MB in one value of escapes', () =>
    Buffer.concat([Buffer.from('html='), Buffer.alloc(24 * megabyte, '%41')]),
  ),
  file('an mbox of 1 MB in lines of two bytes', 'mbox', () =>
    Buffer.concat(Array.from({ length: 4 }, () => mbox(`Subject: a\n${'a\n'.repeat(130_000)}\n`))),
  ),
  file('an mbox of quoted lines', 'mbox', () => mbox(`${plainHead}${'>From a\n'.repeat(200_000)}`)),
  file('an mbox of 50 messages', 'mbox', () =>
    Buffer.concat(Array.from({ length: 50 }, () => mbox(`${plainHead}x\n\n`))),
  ),
  file('a message of 2 MB of bare newlines', 'eml', () => Buffer.from(`${plainHead}${'\n'.repeat(2 * megabyte)}`)),
  file('an archive of 500 empty files', 'zip', () =>
    zipped(Array.from({ length: 500 }, (_, n) => [`${n}.eml`, Buffer.alloc(0)] as const)),
  ),
  file('an archive that unpacks to 60 MB of zeros', 'zip', () => zipped([['a.eml', Buffer.alloc(60 * megabyte)]])),
  calls('all mails of a folder to be marked, moved and moved back', changeAll),
  calls('searches that find all, and a page of conversations', searchAll),
]
