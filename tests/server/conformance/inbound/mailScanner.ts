/** What every scanner does, whoever it asks. */
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { MailScanner, StoredMessage } from '#server/inbound/mailScanner.port'
import { gtube } from '../../../support/connections/rspamdDouble'
import { eachTest, type MakeSubject } from '../subject'

export const stored = (message: string): StoredMessage => ({
  size: Buffer.byteLength(message),
  open: async () => Readable.from([Buffer.from(message)]),
})

export const envelope = {
  from: 'a@x.example',
  recipients: ['lin@ep.test', 'wang@ep.test'],
  client: { ip: '192.0.2.7', helo: 'x.example' },
  id: 'abc',
}

/** Nothing ends what is taught. */
export const running = new AbortController().signal

let count = 0
/** Each is another message, as to the cache of what was learnt. */
export function messageOf(text: string, subject = 'Hello'): string {
  count += 1
  return [
    'From: Anna <a@x.example>',
    'To: lin@ep.test',
    `Subject: ${subject}`,
    `Message-ID: <${count}.${process.pid}@x.example>`,
    'Date: Sat, 21 Nov 2026 10:00:00 +0800',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    `${text}\r\n`,
  ].join('\r\n')
}

export function mailScannerConforms(name: string, make: MakeSubject<MailScanner>): void {
  describe(`a scanner: ${name}`, () => {
    const subject = eachTest(make)
    const scan = (message: string) => subject.current().store.scan(stored(message), envelope)

    it('calls the test text of scanners junk, and a plain message none', async () => {
      expect(await scan(messageOf(gtube))).toBe('junk')
      expect(await scan(messageOf('Shall we meet on Monday?'))).toBe('ham')
    })

    it('judges a message of whoever writes and receives strange names', async () => {
      const { store } = subject.current()
      const client = { ip: '192.0.2.7', helo: 'a b\r\nIp: 1' }
      const strange = { recipients: ['用户@例子.测试', 'lin@例子.测试'], client }
      for (const from of ['', '发件人@例子.测试', 'anna@bücher.example'])
        expect(await store.scan(stored(messageOf('Hello')), { ...envelope, ...strange, from })).toBe('ham')
    })

    it('judges a message that a relay brings without a client', async () => {
      const { store } = subject.current()
      expect(await store.scan(stored(messageOf('Hello')), { ...envelope, client: null })).toBe('ham')
    })

    it('learns a message as junk, as none and as junk again, and what it knows is no failure', async () => {
      const { store } = subject.current()
      const words = Array.from({ length: 60 }, (_, at) => `word${at}${name.length}`).join(' ')
      const message = messageOf(words)
      for (const lesson of ['junk', 'junk', 'ham', 'junk'] as const)
        expect(await store.learn?.(lesson, stored(message), running)).toBe('learnt')
    })
  })
}
