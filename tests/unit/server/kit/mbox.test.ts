/** Messages of an mbox file, whatever pieces it comes in. */
import { describe, expect, it } from 'vitest'
import { isMbox, mboxMessages } from '#server/kit/message/mbox'
import { seededRandom } from '#tests/support/seededRandom'

const mbox = [
  'From a@b Tue Mar  3 10:00:00 2020',
  'Subject: one',
  '',
  '>From the start',
  '>>From deeper',
  'From here is no new message, since no empty line stands before it',
  '',
  '',
  'From c@d Tue Mar  3 10:00:01 2020',
  'Subject: two',
  '',
  'x'.repeat(200_000),
  '',
  'From e@f',
  'Subject: three',
  '',
  'End',
].join('\n')

async function* pieces(length: number) {
  const bytes = Buffer.from(mbox)
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

async function* chunksOf(text: string, length: number) {
  for (let at = 0; at < text.length; at += length) yield Buffer.from(text.slice(at, at + length))
}

/** The same, told line by line with the whole file in hand. */
function messagesByLine(text: string): string[] {
  const messages: string[][] = []
  let before: string | null = null
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const isEmpty = line === '\n' || line === '\r\n'
    if (messages.length === 0 || (before !== null && line.startsWith('From '))) messages.push([])
    else {
      if (before !== null) messages.at(-1)?.push(before)
      if (!isEmpty) messages.at(-1)?.push(line.replace(/^>(>*From )/, '$1'))
      before = isEmpty ? line : null
      continue
    }
    before = null
  }
  return messages.map((lines) => lines.join(''))
}

async function textOf(message: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of message) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

describe('an mbox file', () => {
  it('is known by its first line', () => {
    expect([isMbox(Buffer.from(mbox)), isMbox(Buffer.from('From: a@b')), isMbox(Buffer.alloc(0))]).toEqual([
      true,
      false,
      false,
    ])
  })

  it.each([1_000, 70_000, 1_000_000])(
    'gives each message without its quoting, in pieces of %d bytes',
    async (length) => {
      const texts: string[] = []
      for await (const message of mboxMessages(pieces(length))) texts.push(await textOf(message))
      expect(texts).toEqual([
        'Subject: one\n\nFrom the start\n>From deeper\nFrom here is no new message, since no empty line stands before it\n\n',
        `Subject: two\n\n${'x'.repeat(200_000)}\n`,
        'Subject: three\n\nEnd',
      ])
    },
  )

  it('S27: passes over what is not read of a message', async () => {
    const begun: string[] = []
    for await (const message of mboxMessages(pieces(1_000)))
      for await (const chunk of message) {
        begun.push(Buffer.from(chunk).toString())
        break
      }
    expect(begun.map((text) => text.split('\n')[0])).toEqual(['Subject: one', 'Subject: two', 'Subject: three'])
  })

  it('gives the same messages wherever its bytes are cut', async () => {
    const random = seededRandom(5)
    const tokens = [
      '\n',
      '\r\n',
      '\n\n',
      'From ',
      'Fro',
      '>',
      '>>From ',
      'a',
      '\r',
      'From x\n',
      '\n\nFrom y\n',
      '\r\n\r\nFrom z\r\n',
    ]
    for (let round = 0; round < 2_000; round += 1) {
      const text = `From a\n${Array.from({ length: random(20) }, () => tokens[random(tokens.length)]).join('')}`
      const expected = messagesByLine(text)
      const texts: string[] = []
      for await (const message of mboxMessages(chunksOf(text, 1 + random(9)), 1)) texts.push(await textOf(message))
      expect(texts, JSON.stringify(text)).toEqual(expected)
    }
  })

  it('S27: costs a chunk for each 64 KB, not for each line', async () => {
    let chunks = 0
    async function* source() {
      yield Buffer.from(`From a\n\n${'a\n'.repeat(1_000_000)}`)
    }
    for await (const message of mboxMessages(source())) for await (const _ of message) chunks += 1
    expect(chunks).toBeLessThanOrEqual(2)
  })
})
