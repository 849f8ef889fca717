/** Mutates messages and forms by seed in size, depth and repetition, sends them to a real gateway, and watches what everybody else waits. */
import { canaryMost, percentile } from '../support/canary/canary'
import { openTarget, type Target } from '../support/canary/target'
import { seededRandom } from '../support/seededRandom'

type Options = { readonly seed: number; readonly mails: number; readonly forms: number }
type Random = (below: number) => number

/** Sent between two looks at the canary; each has a seed of its own, which is printed where it is at fault. */
const blockOf = 100
const mostBytes = 4 * 1024 * 1024

const atoms = [
  '<div>',
  '<p>x',
  '<p>word</p>',
  '<table><tr><td>',
  '<a href="https://a.test/">',
  '<ul><li>',
  '<blockquote>',
  '<!--',
  '<style>',
  '&amp;',
  '&#x4e2d;',
  'a',
  '\r\n',
  ' ',
  '> ',
  '..\r\n',
  '\t',
  '中文',
  '--b\r\n\r\nx\r\n',
  '=?utf-8?B?5L2g?=',
  '<a@b.test> ',
  ',',
  '(',
  '"',
  '=\r\n',
  '%41',
  ';',
  '\u0000',
]
const heads = [
  'Content-Type: text/html; charset=utf-8',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Type: text/plain; charset=gb18030\r\nContent-Transfer-Encoding: quoted-printable',
  'Content-Type: text/html\r\nContent-Transfer-Encoding: base64',
  'Content-Type: multipart/mixed; boundary=b',
  'Content-Type: message/rfc822',
]
const longFields = ['Subject', 'References', 'To', 'Received', 'X-Any', 'Content-Type', 'Date']
type Values = Readonly<Record<string, string>>

/** Calls with values that they take, and which of them is mutated: so that what is hostile gets past the first refusal. */
const calls: readonly (readonly [path: string, mutated: string, values: Values])[] = [
  ['writemail/saveDraft.action', 'html', { subject: 'a', html: '<p>x</p>' }],
  ['writemail/saveDraft.action', 'subject', { subject: 'a', html: '<p>x</p>' }],
  ['writemail/sendMail.action', 'html', { to: 'hu@ep.test', subject: 'a', html: '<p>x</p>', idempotencyKey: 'k' }],
  ['writemail/sendMail.action', 'to', { to: 'hu@ep.test', subject: 'a', html: '<p>x</p>', idempotencyKey: 'k' }],
  ['manage/mark2', 'ids', { mark: 'flagged' }],
  ['manage/move2.action', 'ids', { target: 'inbox' }],
  ['query/search2.action', 'keyword', { keyword: 'in', location: 'all', pageSize: '200' }],
  ['query/advance_search2.action', 'body', { body: 'in', minSize: '1', pageSize: '200' }],
  ['contact/addGroup.action', 'name', { name: 'a' }],
  ['query/queryfolder2.action', 'page', { folder: 'inbox', page: '1', pageSize: '200' }],
  ['folder/addFolder.action', 'name', { name: 'a' }],
]
const keys = [
  'html',
  'text',
  'subject',
  'to',
  'ids',
  'keyword',
  'folder',
  'mark',
  'target',
  'name',
  'contacts',
  'page',
  'a',
]

const from = <T>(random: Random, all: readonly [T, ...T[]] | readonly T[]): T => {
  const one = all[random(all.length)]
  if (one === undefined) throw new Error('Nothing to choose from')
  return one
}

/** Mostly short; one in twenty is repeated up to the size that the gateway takes. */
function repeated(random: Random): string {
  const atom = Array.from({ length: 1 + random(3) }, () => from(random, atoms)).join('')
  const times = random(20) === 0 ? Math.floor(mostBytes / atom.length / (1 + random(64))) : random(300)
  return atom.repeat(times)
}

const content = (random: Random): string =>
  Array.from({ length: 1 + random(4) }, () => repeated(random))
    .join('')
    .slice(0, mostBytes)

/** Dots are stuffed where they would end the message (RFC 5321 section 4.5.2). */
function messageOf(random: Random): Buffer {
  const field =
    random(4) === 0
      ? `${from(random, longFields)}: ${repeated(random)
          .replaceAll(/[\r\n]+/g, '\r\n ')
          .slice(0, 900_000)}\r\n`
      : ''
  const text = `From: a@far.test\r\n${field}${from(random, heads)}\r\n\r\n${content(random)}\r\n`
  return Buffer.from(text.replaceAll('\r\n.\r\n', '\r\n..\r\n'))
}

type Form = { readonly path: string; readonly body: Uint8Array<ArrayBuffer> }

/** A call's own values, one of them mutated, among others that it does not know; `ids` are those of real messages. */
function formOf(random: Random, ids: readonly string[]): Form {
  const [path, mutated, values] = from(random, calls)
  const rest = random(2) === 0 ? repeated(random) : from(random, atoms).repeat(1 + random(8))
  const pairs = Object.entries(values).map(
    ([key, value]) => `${key}=${encodeURIComponent(key === mutated ? value + rest : value)}`,
  )
  for (let more = mutated === 'ids' ? 1 + random(50) : 0; more > 0; more -= 1) pairs.push(`ids=${from(random, ids)}`)
  for (let more = random(4) === 0 ? 1 + random(8) : 0; more > 0; more -= 1) {
    const value = random(3) === 0 ? repeated(random) : content(random).slice(0, 2_000)
    pairs.push(`${from(random, keys)}=${random(2) === 0 ? encodeURIComponent(value) : value}`)
  }
  const pair = `${from(random, keys)}=${from(random, atoms)}&`
  const text = pairs.join('&') + (random(10) === 0 ? `&${pair.repeat(random(20_000))}` : '')
  return { path, body: new Uint8Array(Buffer.from(text)) }
}

/** What one block did wrong. */
async function soakBlock(
  target: Target,
  count: number,
  seed: number,
  send: (random: Random) => Promise<string | null>,
) {
  const random = seededRandom(seed)
  const faults: string[] = []
  const watched = await target.canary.watch(async () => {
    for (let done = 0; done < count; done += 1) {
      const fault = await send(random)
      if (fault !== null) faults.push(`number ${done} of seed ${seed}: ${fault}`)
    }
  })
  if (watched.failed > 0) faults.push(`seed ${seed}: ${watched.failed} of the canary's requests failed`)
  if (watched.longest > canaryMost.longest)
    faults.push(`seed ${seed}: the canary waited ${watched.longest.toFixed(0)} ms`)
  return { watched, faults }
}

/** Answers the faults, each with the seed that brings it about again. */
export async function soakHostile(
  { seed, mails, forms }: Options,
  say: (line: string) => void,
): Promise<readonly string[]> {
  if (mails + forms === 0) return []
  const target = await openTarget({ mails: 1_000 })
  const faults: string[] = []
  const latencies: number[] = []
  let before: number | null = null
  let most = 0
  const run = async (what: string, all: number, send: (random: Random) => Promise<string | null>) => {
    for (let done = 0; done < all; done += blockOf) {
      const block = await soakBlock(target, Math.min(blockOf, all - done), seed + done, send)
      faults.push(...block.faults)
      latencies.push(...block.watched.latencies)
      // What the workers take once they have read their first messages is no growth.
      before ??= block.watched.memory.most
      most = Math.max(most, block.watched.memory.most)
      say(
        `${Math.min(all, done + blockOf)} of ${all} hostile ${what}, canary ${percentile(latencies, 0.99).toFixed(0)} ms at p99, ${Math.max(...latencies.slice(-10_000)).toFixed(0)} ms at the most, memory ${(most / 1e6).toFixed(0)} MB`,
      )
    }
  }
  try {
    await run('messages', mails, async (random) => {
      const answer = await target.smtp(messageOf(random))
      return /^(?:250|5\d\d|452)/.test(answer) ? null : `SMTP answers ${answer}`
    })
    const ids = await target.ids('inbox', 1_000)
    const answers = new Map<string, number>()
    await run('forms', forms, async (random) => {
      const { path, body } = formOf(random, ids)
      const { status, json } = await target.postBytes(path, body)
      const code = String(json.code)
      answers.set(code, (answers.get(code) ?? 0) + 1)
      return status < 500 ? null : `HTTP ${status} of ${path}`
    })
    if (forms > 0) say(`answers to forms: ${JSON.stringify(Object.fromEntries(answers))}`)
    const p99 = percentile(latencies, 0.99)
    if (p99 > canaryMost.p99) faults.push(`the canary waited ${p99.toFixed(0)} ms at p99`)
    if (before !== null && most - before > canaryMost.growth)
      faults.push(`memory grew by ${((most - before) / 1e6).toFixed(0)} MB`)
    if (/"event":"bug"/.test(target.said())) faults.push(`a bug: ${/.*"event":"bug".*/.exec(target.said())?.[0]}`)
  } catch (error) {
    faults.push(`the gateway is gone: ${String(error)} ${target.said().slice(-500)}`)
  } finally {
    await target.close()
  }
  return faults
}
