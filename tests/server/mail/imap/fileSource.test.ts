/** Files of messages out of BODYSTRUCTURE, over the wire. */
import { afterEach, describe, expect, it } from 'vitest'
import { StoreAway } from '#server/core/refusal'
import type { FilesRead } from '#server/mail/attachments/fileSource.port'
import { readUidSet } from '#server/mail/imap/uidSets'
import { mimeLimits } from '#server/mime/mimeLimits'
import type { Answer } from '#tests/support/mail/literalLines'
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
async function scripted(
  structures: readonly string[],
  { uidValidity = 7, other = () => undefined }: { readonly uidValidity?: number; readonly other?: Answer } = {},
) {
  const uidOf = (seq: number) => seq * 10
  place = await makeScriptedStore((command, socket) => {
    const { tag, text: said } = command
    const given = other(command, socket)
    if (given !== undefined) return given
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

const wish = (most: number) => ({ most, newOnly: false, describes: true })
const inbox = { path: 'INBOX', uidValidity: '7' }
async function all(...structures: readonly string[]): Promise<FilesRead> {
  const source = await scripted(structures)
  const read = await source.read(owner('lin'), inbox, { low: 999, upto: 999 }, wish(50))
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
    const read = (low: number, upto: number, most = 2) => source.read(owner('lin'), inbox, { low, upto }, wish(most))
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

  const started = { low: 999, upto: 999 }
  const refusing =
    (isRefused: (uids: readonly number[]) => boolean, code = ''): Answer =>
    ({ tag, text: said }) => {
      const [, set = ''] = /^UID FETCH (\S+) /.exec(said) ?? []
      return set !== '' && isRefused(readUidSet(set, 100)) ? `${tag} NO ${code}refused\r\n` : undefined
    }

  it('is asked in halves where one message is refused, which has no files then', async () => {
    const other = refusing((uids) => uids.includes(30), '[SERVERBUG] ')
    const source = await scripted([withFile, withFile, withFile, withFile, withFile], { other })
    const read = await source.read(owner('lin'), inbox, started, wish(50))
    expect(read?.messages.map(({ uid }) => uid).toSorted()).toEqual([10, 20, 40, 50])
    expect([read?.low, read?.count]).toEqual([10, 5])
  })

  it('is its ends alone where nothing is described, and nothing where messages are passed over', async () => {
    const source = await scripted(
      Array.from({ length: 9 }, () => withFile),
      { other: refusing(() => true) },
    )
    await expect(source.read(owner('lin'), inbox, started, wish(50))).rejects.toBeInstanceOf(StoreAway)
    expect(place?.commands.filter((said) => said.startsWith('UID FETCH'))).toHaveLength(3)
    const passing = { ...wish(1), describes: false }
    expect(await source.read(owner('lin'), inbox, started, passing)).toMatchObject({ low: 90, count: 1, messages: [] })
    expect(place?.commands.filter((said) => said.startsWith('UID FETCH'))).toHaveLength(3)
  })

  it('is once more what was described, where others are refused: a server that fails meanwhile takes no files', async () => {
    let isFailing = false
    const failing = refusing((uids) => {
      const fails = isFailing || uids.length > 2
      isFailing ||= uids.length === 2
      return fails
    })
    const other: Answer = (asked, socket) => (asked.text.includes('BODYSTRUCTURE') ? failing(asked, socket) : undefined)
    const source = await scripted(
      Array.from({ length: 5 }, () => withFile),
      { other },
    )
    await expect(source.read(owner('lin'), inbox, started, wish(50))).rejects.toBeInstanceOf(StoreAway)
  })

  it('is nothing more of a folder that is in use, and the server is not away', async () => {
    const other: Answer = ({ tag, text: said }) =>
      said.startsWith('EXAMINE') ? `${tag} NO [INUSE] locked\r\n` : undefined
    const source = await scripted([withFile], { other })
    expect(await source.read(owner('lin'), inbox, started, wish(50))).toBeNull()
    const busy = await scripted([withFile], { other: refusing(() => true, '[UNAVAILABLE] ') })
    expect(await busy.read(owner('lin'), inbox, started, wish(50))).toBeNull()
  })

  it('is nothing for now where the sign-in is refused, which says nothing of the folder', async () => {
    const other: Answer = ({ tag, text: said }) =>
      said.startsWith('LOGIN') ? `${tag} NO [UNAVAILABLE] later\r\n` : undefined
    const source = await scripted([withFile], { other })
    await expect(source.read(owner('lin'), inbox, started, wish(50))).rejects.toBeInstanceOf(StoreAway)
  })

  it('S27: is no more than 20 structures at once, and no more messages once they have 2,000 files', async () => {
    const large = mixed(text, ...Array.from({ length: 500 }, (_, at) => file(`${at}.bin`)))
    const source = await scripted(Array.from({ length: 25 }, (_, at) => (at > 18 ? large : withFile)))
    const read = await source.read(owner('lin'), inbox, started, wish(50))
    expect([read?.low, read?.upto, read?.count]).toEqual([220, 999, 4])
    const rest = await source.read(owner('lin'), inbox, { low: 210, upto: 999 }, wish(50))
    expect([rest?.low, rest?.count, rest?.messages.length]).toEqual([10, 20, 20])
    const fresh = await source.read(owner('lin'), inbox, { low: 195, upto: 195 }, wish(50))
    expect([fresh?.low, fresh?.upto, fresh?.count]).toEqual([195, 231, 4])
    const asked = place?.commands.flatMap((said) => /^UID FETCH (\S+) .*BODYSTRUCTURE/.exec(said)?.[1] ?? []) ?? []
    expect(asked.map((set) => set.split(',').length).every((most) => most <= 20)).toBe(true)
  })

  it('is nothing before the range where new messages alone are wanted', async () => {
    const source = await scripted([withFile, withFile])
    const read = await source.read(owner('lin'), inbox, { low: 15, upto: 999 }, { ...wish(50), newOnly: true })
    expect(read).toMatchObject({ low: 15, count: 0, held: 1 })
  })

  it.each([
    ['missing', ''],
    ['no number', ' COUNT x'],
    ['too large', ' COUNT 9'],
    ['too small', ' COUNT 0'],
  ])('goes on where COUNT is %s', async (_name, count) => {
    const other: Answer = ({ tag, text: said }) => {
      if (said.startsWith('CAPABILITY')) return `* CAPABILITY IMAP4rev1 ESEARCH\r\n${tag} OK done\r\n`
      if (said.startsWith('LOGIN')) return `${tag} OK [CAPABILITY IMAP4rev1 ESEARCH] done\r\n`
      return said.startsWith('UID SEARCH') ? `* ESEARCH (TAG "${tag}") UID${count}\r\n${tag} OK done\r\n` : undefined
    }
    const source = await scripted([withFile, withFile, withFile], { other })
    const first = await source.read(owner('lin'), inbox, started, wish(2))
    expect([first?.low, first?.count, first?.messages.length]).toEqual([20, 2, 2])
    const last = await source.read(owner('lin'), inbox, { low: 20, upto: 999 }, wish(2))
    expect([last?.low, last?.count]).toEqual([10, 1])
    expect(await source.read(owner('lin'), inbox, { low: 10, upto: 999 }, wish(2))).toMatchObject({ count: 0 })
    expect(place?.commands.some((said) => said.startsWith('UID SEARCH'))).toBe(true)
  })

  it('R10: is nothing of a mailbox that was made anew', async () => {
    const source = await scripted([withFile], { uidValidity: 8 })
    expect(await source.read(owner('lin'), inbox, { low: 999, upto: 999 }, wish(2))).toBeNull()
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
