/** Many ids at once: no command line is longer than any server takes, and ids of what is not there are no fault. */
import { afterEach, describe, expect, it } from 'vitest'
import { mailIdOf } from '#server/mail/imap/ids'
import { makeScriptedStore, type ScriptedStore } from '#tests/support/stores/scriptedStore'
import { owner } from '../../conformance/mail/mailbox'

let place: ScriptedStore | undefined
afterEach(async () => {
  await place?.close()
  place = undefined
})

const lin = owner('lin')
const scattered = Array.from({ length: 10_000 }, (_, index) => 1_000_000 + index * 7)
const ids = scattered.map((uid) => mailIdOf(lin.id, 'INBOX', 7n, uid))

/** A server that takes no line of 8,000 octets, and lists what it has. */
async function opened(present: readonly number[] = []) {
  place = await makeScriptedStore(({ tag, text }) => {
    if (`${tag} ${text}`.length >= 8_000) return `${tag} BAD The line is too long\r\n`
    if (/^LIST "" "\*"/.test(text)) return `* LIST () "/" INBOX\r\n* LIST (\\Junk) "/" Junk\r\n${tag} OK done\r\n`
    if (/^STATUS/.test(text)) return `* STATUS Junk (UIDNEXT 1 UIDVALIDITY 7)\r\n${tag} OK done\r\n`
    if (!/^UID (FETCH|SEARCH)/.test(text)) return undefined
    const named = /^UID (?:FETCH|SEARCH UID) ([\d:,]+)/.exec(text)?.[1]?.split(',') ?? []
    const found = present.filter((uid) => named.includes(String(uid)))
    if (/^UID SEARCH/.test(text)) return `* SEARCH ${found.join(' ')}\r\n${tag} OK done\r\n`
    const head = 'Subject: here\r\n\r\n'
    const rows = found.map(
      (uid) =>
        `* 1 FETCH (UID ${uid} FLAGS () RFC822.SIZE 9 INTERNALDATE "01-Jan-2025 00:00:00 +0000" BODY[HEADER.FIELDS (SUBJECT)] {${head.length}}\r\n${head})\r\n`,
    )
    return `${rows.join('')}${tag} OK done\r\n`
  })
  return place.stores.of(lin)
}

const longest = () => Math.max(...(place?.commands ?? []).map((text) => text.length))

describe('ten thousand scattered ids', () => {
  it('of mails that are not there are found to be absent, in lines that every server takes', async () => {
    const store = await opened()
    expect(await store.summaries(ids)).toEqual([])
    expect(await store.mark(ids, 'seen')).toBe(0)
    expect(await store.move(ids, 'junk')).toEqual([])
    expect(await store.remove(ids)).toEqual([])
    expect(longest()).toBeLessThan(7_900)
  })

  it('give the rows of those that are there, in the order of the ids', async () => {
    const store = await opened([scattered[9_999] ?? 0, scattered[3] ?? 0])
    const rows = await store.summaries(ids.toReversed())
    expect(rows.map(({ id, subject }) => [id, subject])).toEqual([
      [ids[9_999], 'here'],
      [ids[3], 'here'],
    ])
    expect(longest()).toBeLessThan(7_900)
  })
})
