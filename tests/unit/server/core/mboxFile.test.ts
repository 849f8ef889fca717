/** Messages of an mbox file, whatever pieces it comes in. */
import { describe, expect, it } from 'vitest'
import { isMbox, mboxMessages } from '../../../../server/core/mboxFile'

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
    expect(begun).toEqual(['Subject: one\n', 'Subject: two\n', 'Subject: three\n'])
  })
})
