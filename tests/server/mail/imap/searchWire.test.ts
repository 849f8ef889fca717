import { afterEach, describe, expect, it } from 'vitest'
import type { TextQuery } from '#server/mail/mail.store'
import type { Answer } from '#tests/support/mail/literalLines'
import { makeScriptedStore, type ScriptedStore } from '#tests/support/stores/scriptedStore'
import { owner } from '../../conformance/mail/mailbox'

let place: ScriptedStore | undefined
afterEach(async () => {
  await place?.close()
  place = undefined
})

async function searched(keyword: string, location: TextQuery['location'], answer?: Answer) {
  place = await makeScriptedStore(answer)
  const page = await place.stores.of(owner('lin')).search({ keyword, location, folder: 'inbox', page: 1, pageSize: 5 })
  return { page, searches: place.commands.filter((text) => text.includes('SEARCH')), commands: place.commands }
}

describe('what a search says to the server', () => {
  it('S13: sends every word as a literal, in UTF-8 where it needs it', async () => {
    expect((await searched('发票 "2024"', 'subject')).searches).toEqual([
      'UID SEARCH CHARSET UTF-8 1:3 OR SUBJECT ‹发票› OR SUBJECT ‹發票› SUBJECT ‹髮票› SUBJECT ‹"2024"›',
    ])
    expect((await searched('plain', 'from')).searches).toEqual(['UID SEARCH 1:3 FROM ‹plain›'])
    expect((await searched('a b', 'to')).searches).toEqual([
      'UID SEARCH 1:3 OR TO ‹a› OR CC ‹a› BCC ‹a› OR TO ‹b› OR CC ‹b› BCC ‹b›',
    ])
  })

  it.each([
    'x"\r\nA1 UID STORE 1:* +FLAGS (\\Deleted)\r\nA2 EXPUNGE',
    'x {5+}\r\nA1 LOGOUT',
    'x {3}',
    '") OR ALL (SUBJECT "',
    'x\u0000\u0007y',
    '\\" OR DELETED',
  ])('S13: %j never makes a second command or term', async (keyword) => {
    const { searches, commands } = await searched(keyword, 'body')
    expect(searches).toHaveLength(1)
    const bare = searches.map((text) => text.replaceAll(/‹[^›]*›/g, '‹›'))
    expect(bare[0]).toMatch(/^UID SEARCH 1:3( BODY ‹›)+$/)
    expect(commands.filter((text) => /^(UID STORE|EXPUNGE|LOGOUT)/.test(text))).toEqual([])
  })

  it('S13: a folder’s name is quoted, whatever it holds', async () => {
    place = await makeScriptedStore()
    const lin = place.stores.of(owner('lin'))
    await lin.createFolder('a" NOOP {5+} \\')
    expect(place.commands.filter((text) => text.includes('CREATE'))).toEqual(['CREATE "a\\" NOOP {5+} \\\\"'])
    await expect(lin.createFolder('a\r\nA1 LOGOUT')).rejects.toMatchObject({ code: 'folderNameInvalid' })
    await expect(lin.createFolder('a/b')).rejects.toMatchObject({ code: 'folderNameInvalid' })
    expect(place.commands.filter((text) => /LOGOUT|a\/b/.test(text))).toEqual([])
  })

  it('R10: says that the server cannot where it takes no UTF-8', async () => {
    const search = searched('发票', 'subject', ({ tag, text }) =>
      text.includes('SEARCH') ? `${tag} NO [BADCHARSET (US-ASCII)] no\r\n` : undefined,
    )
    await expect(search).rejects.toMatchObject({ code: 'serverCannot' })
  })

  it('says every criterion in the server’s own terms, dates a day wider on each side', async () => {
    place = await makeScriptedStore()
    await place.stores.of(owner('lin')).search({
      keyword: '',
      location: 'all',
      folder: 'inbox',
      page: 1,
      pageSize: 5,
      criteria: {
        texts: [{ location: 'from', keyword: 'wang' }],
        seen: false,
        flagged: true,
        urgent: null,
        hasAttachment: null,
        since: Date.UTC(2026, 10, 1, 16),
        until: Date.UTC(2026, 10, 2, 15, 59),
        minSize: 1_024,
        maxSize: 2_048,
      },
    })
    expect(place.commands.filter((text) => text.includes('SEARCH'))).toEqual([
      'UID SEARCH 1:3 UNSEEN FLAGGED SINCE 31-Oct-2026 BEFORE 4-Nov-2026 LARGER 1023 SMALLER 2049 FROM ‹wang›',
    ])
  })

  it('S27: asks for 12 words of a keyword, and for none after them', async () => {
    const words = Array.from({ length: 13 }, (_, at) => `w${at + 1}`)
    const termsOf = (count: number) =>
      words
        .slice(0, count)
        .map((word) => `SUBJECT ‹${word}›`)
        .join(' ')
    expect((await searched(words.slice(0, 12).join(' '), 'subject')).searches).toEqual([
      `UID SEARCH 1:3 ${termsOf(12)}`,
    ])
    await place?.close()
    expect((await searched(words.join(' '), 'subject')).searches).toEqual([`UID SEARCH 1:3 ${termsOf(12)}`])
  })

  it('asks nothing for a keyword without a word', async () => {
    expect(await searched('\u0007 \r\n', 'all')).toMatchObject({ page: { list: [], total: 0 }, searches: [] })
  })

  it('goes on after the first answer, and tells more when it is asked again', async () => {
    let finish: (() => void) | undefined
    place = await makeScriptedStore(({ text, tag }, socket) => {
      if (!text.includes('BODY ‹late›')) return undefined
      finish = () => socket.write(`* SEARCH 2\r\n${tag} OK done\r\n`)
      return null
    })
    const lin = place.stores.of(owner('lin'))
    const query = { keyword: 'late', location: 'body', folder: 'inbox', page: 1, pageSize: 5 } as const
    expect(await lin.search(query)).toEqual({ list: [], total: 0, unread: null, goesOn: true })
    finish?.()
    expect(await lin.search(query)).toMatchObject({ total: 1 })
    expect(place.commands.filter((text) => text.includes('BODY ‹late›'))).toHaveLength(1)
  })
})
