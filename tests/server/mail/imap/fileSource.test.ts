/** Files of messages out of BODYSTRUCTURE, over the wire. */
import { afterEach, describe, expect, it } from 'vitest'
import type { FilesRead } from '#server/mail/attachments/fileSource.port'
import { mimeLimits } from '#server/mime/mimeLimits'
import { makeScriptedStore, type ScriptedStore } from '#tests/support/stores/scriptedStore'
import { owner } from '../../conformance/mail/mailbox'

let place: ScriptedStore | undefined
afterEach(async () => {
  await place?.close()
  place = undefined
})

const text = '("TEXT" "PLAIN" ("CHARSET" "UTF-8") NIL NIL "7BIT" 5 1 NIL NIL NIL NIL)'
const html = '("TEXT" "HTML" ("CHARSET" "UTF-8") NIL NIL "7BIT" 20 1 NIL NIL NIL NIL)'
const mixed = (...inner: readonly string[]) => `(${inner.join('')} "MIXED" ("BOUNDARY" "m") NIL NIL NIL)`
const file = (name: string, rest = 'NIL NIL "BASE64" 780 NIL NIL NIL NIL') =>
  `("APPLICATION" "OCTET-STREAM" ("NAME" "${name}") ${rest})`

const choice = `(${text}${html} "ALTERNATIVE" ("BOUNDARY" "a") NIL NIL NIL)`
const logo =
  '("IMAGE" "PNG" ("NAME" "logo.png") "<logo@x>" NIL "BASE64" 780 NIL ("INLINE" ("FILENAME" "logo.png")) NIL NIL)'
const related = `(${choice}${logo} "RELATED" ("BOUNDARY" "r") NIL NIL NIL)`
const contract =
  `("APPLICATION" "PDF" ("NAME" "=?UTF-8?B?5ZCI5ZCM?=.pdf") NIL NIL "BASE64" 7800 NIL ` +
  `("ATTACHMENT" ("FILENAME*0*" "UTF-8''%E5%90%88" "FILENAME*1*" "%E5%90%8C.pdf")) NIL NIL)`
const inner =
  `("MESSAGE" "RFC822" NIL NIL NIL "7BIT" 300 ("Mon, 7 Feb 1994 21:52:25 -0800" "Re: a/b" (("Wang" NIL "w" "example.cn")) ` +
  `NIL NIL NIL NIL NIL NIL "<a@b>") ${mixed(text, file('within.txt'))} 10 NIL ("ATTACHMENT" NIL) NIL NIL)`
const nested = (depth: number): string => (depth === 0 ? text : `(${nested(depth - 1)} "MIXED")`)

/** A mailbox of one message for each structure, under UIDs that stand apart. */
async function scripted(structures: readonly string[], uidValidity = 7) {
  const uidOf = (seq: number) => seq * 10
  place = await makeScriptedStore(({ tag, text: said }) => {
    if (/^(?:SELECT|EXAMINE)/.test(said))
      return `* ${structures.length} EXISTS\r\n* OK [UIDVALIDITY ${uidValidity}] .\r\n* OK [UIDNEXT 999] .\r\n${tag} OK done\r\n`
    if (said.startsWith('STATUS')) return `* STATUS INBOX (MESSAGES 2 UIDNEXT 999 UIDVALIDITY 7)\r\n${tag} OK done\r\n`
    const [, isUid, set = ''] = /^(UID )?FETCH (\S+) /.exec(said) ?? []
    if (set === '') return undefined
    const named = set.split(',').flatMap((range) => {
      const [first = 0, last = first] = range.split(':').map(Number)
      return structures.flatMap((_, at) => {
        const number = isUid === undefined ? at + 1 : uidOf(at + 1)
        return number >= first && number <= last ? [at] : []
      })
    })
    const lines = named.map((at) => {
      const about = [`UID ${uidOf(at + 1)}`]
      if (said.includes('BODYSTRUCTURE')) about.push(`BODYSTRUCTURE ${structures[at]}`)
      if (said.includes('INTERNALDATE')) about.push(`INTERNALDATE "17-Jul-2026 02:44:2${at % 10} +0000" RFC822.SIZE 9`)
      const head = `From: =?utf-8?B?5byg5LiJ?= <z@example.cn>\r\nSubject: message ${at + 1}\r\n\r\n`
      if (said.includes('HEADER.FIELDS')) about.push(`BODY[HEADER.FIELDS (FROM)] {${head.length}}\r\n${head}`)
      return `* ${at + 1} FETCH (${about.join(' ')})\r\n`
    })
    return `${lines.join('')}${tag} OK done\r\n`
  })
  return place.stores.fileSource
}

const inbox = { path: 'INBOX', uidValidity: '7' }
async function all(...structures: readonly string[]): Promise<FilesRead> {
  const source = await scripted(structures)
  const read = await source.read(owner('lin'), inbox, { low: 999, upto: 999 }, 50)
  if (read === null) throw new Error('The mailbox is gone')
  return read
}
const filesOf = async (structure: string) => (await all(structure)).messages[0]?.files ?? []
const names = async (structure: string) => (await filesOf(structure)).map(({ name }) => name)

describe('the files of a message, from its structure', () => {
  it('are named in RFC 2231 and RFC 2047, without the pictures of its text', async () => {
    const { messages } = await all(text, mixed(related, contract))
    expect(messages).toEqual([
      {
        uid: 20,
        from: { name: '张三', address: 'z@example.cn' },
        subject: 'message 2',
        receivedAt: Date.UTC(2026, 6, 17, 2, 44, 21),
        files: [{ part: '2', name: '合同.pdf', type: 'application/pdf', size: 5_700, inline: false }],
      },
    ])
    expect(await names(mixed(text, file('=?gbk?B?us/NrA==?=.doc')))).toEqual(['合同.doc'])
  })

  it('have a message within as one, by its subject', async () => {
    expect(await filesOf(mixed(text, inner))).toEqual([
      { part: '2', name: 'Re_ a_b.eml', unnamed: true, type: 'message/rfc822', size: 300, inline: false },
    ])
  })

  it('are told where parameters, disposition or all is missing', async () => {
    const bare = '("APPLICATION" "PDF" NIL NIL NIL NIL 0)'
    const nothing = '(NIL NIL NIL NIL NIL NIL NIL)'
    expect(await names(mixed(bare, bare, nothing))).toEqual(['attachment.pdf', 'attachment (2).pdf', 'attachment.bin'])
    expect(await filesOf(bare)).toMatchObject([{ part: '1', type: 'application/pdf', size: 0 }])
    expect(await filesOf(nothing)).toMatchObject([{ part: '1', type: 'application/octet-stream' }])
    expect((await all(text, '("TEXT" "PLAIN")', 'NIL')).messages).toEqual([])
  })

  it('are none of a receipt’s parts for programs, nor of a choice for other programs', async () => {
    const report = '("MESSAGE" "DISPOSITION-NOTIFICATION" NIL NIL NIL "7BIT" 9 NIL NIL NIL NIL)'
    const receipt = `(${text}${report} "REPORT" ("REPORT-TYPE" "disposition-notification") NIL NIL NIL)`
    const amp = '("TEXT" "X-AMP-HTML" NIL NIL NIL "7BIT" 9 1 NIL NIL NIL NIL)'
    expect((await all(receipt, `(${text}${amp}${html} "ALTERNATIVE" NIL NIL NIL NIL)`)).messages).toEqual([])
  })

  it('S10: bear no folders, controls or marks that turn them round', async () => {
    expect(
      await names(mixed(text, file('../../etc/passwd'), file('a\u202Egpj.exe'), file('=?utf-8?Q?x=0D=0Ay?=.txt'))),
    ).toEqual(['passwd', 'agpj.exe', 'xy.txt'])
  })

  it('S27: are bounded, and what is nested too deeply hides no other message', async () => {
    const many = Array.from({ length: 3_000 }, (_, at) => file(`${at}.bin`))
    const { messages, count, low } = await all(mixed(text, file('a.bin')), nested(400), mixed(...many))
    expect(messages.map(({ uid, files }) => [uid, files.length])).toEqual([
      [10, 1],
      [30, mimeLimits.indexedFiles],
    ])
    expect([count, low]).toEqual([3, 10])
  })
})

describe('what is asked of the server', () => {
  const withFile = mixed(text, file('a.bin'))

  it('is some messages beside those that were read: new ones first, and nothing is changed', async () => {
    const source = await scripted([withFile, text, withFile, withFile, withFile])
    const read = (low: number, upto: number, most = 2) => source.read(owner('lin'), inbox, { low, upto }, most)
    const uids = (found: FilesRead | null) => found?.messages.map(({ uid }) => uid)
    const newest = await read(35, 35)
    expect([uids(newest), newest?.low, newest?.upto]).toEqual([[40, 50], 35, 51])
    const before = await read(35, 999)
    expect([uids(before), before?.low, before?.upto, before?.held]).toEqual([[30], 20, 999, 2])
    const oldest = await read(20, 999)
    expect([uids(oldest), oldest?.low, oldest?.count]).toEqual([[10], 10, 1])
    expect(await read(10, 999)).toEqual({ exists: 5, held: 5, low: 10, upto: 999, count: 0, messages: [] })
    expect(place?.commands.filter((said) => /STORE|EXPUNGE|^SELECT|SEARCH/.test(said))).toEqual([])
  })

  it('R10: is nothing of a mailbox that was made anew', async () => {
    const source = await scripted([withFile], 8)
    expect(await source.read(owner('lin'), inbox, { low: 999, upto: 999 }, 2)).toBeNull()
    expect(await source.present(owner('lin'), inbox, [10])).toBeNull()
    expect(place?.commands.filter((said) => said.includes('FETCH'))).toEqual([])
  })

  it('is how many messages each folder has', async () => {
    const source = await scripted([withFile])
    expect(await source.folders(owner('lin'))).toEqual({
      counted: [{ ...inbox, folder: 'inbox', messages: 2, uidNext: 999 }],
      uncounted: [],
    })
  })
})
