import { describe, expect, it } from 'vitest'
import { contactLimits, noDetails } from '#contract/contacts/contactDetails'
import { acceptedEntry, contactFileKind } from '#server/contacts/transfer/contactFile'
import { decodeBlocks, findEncoding } from '#server/contacts/transfer/fileEncoding'
import { readVCards } from '#server/contacts/transfer/readVCards'
import { vCardVersions, writeVCard } from '#server/contacts/transfer/writeVCards'
import { contactFileLimits, type FileContact, type FileEntry, numberedName } from '#server/core/contactFile'
import { seededRandom } from '#tests/support/seededRandom'
import { generatedContact, generatedRest } from './generatedContact'

async function entriesOf(file: string | Uint8Array, blockBytes = 65_536): Promise<FileEntry[]> {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file
  const blocks: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += blockBytes) blocks.push(bytes.subarray(at, at + blockBytes))
  const { encoding } = await findEncoding(blocks)
  const entries: FileEntry[] = []
  for await (const entry of readVCards(decodeBlocks(blocks, encoding))) entries.push(entry)
  return entries
}

async function contactsOf(file: string | Uint8Array): Promise<FileContact[]> {
  return (await entriesOf(file)).flatMap((entry) => ('contact' in entry ? [entry.contact] : []))
}

async function onlyContact(...lines: string[]): Promise<FileContact> {
  const [contact] = await contactsOf(['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n'))
  if (contact === undefined) throw new Error('the file has no contact')
  return contact
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('a card of a phone (vCard 2.1)', () => {
  it('in quoted-printable UTF-8 whose soft ends cut a sign gives name, note and kinds', async () => {
    const contact = await onlyContact(
      'VERSION:2.1',
      'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E7=8E=8B;=E4=B8=',
      '=BD;;;',
      'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E7=8E=8B=E4=B8=',
      '=BD',
      'TEL;CELL;PREF:13800138000',
      'TEL;HOME:010-1234',
      'EMAIL;WORK:li@example.test',
      'NOTE;ENCODING=QUOTED-PRINTABLE:a=0D=0Ab=3Bc\\n=E5=A5=BD',
    )
    expect(contact).toMatchObject({
      name: '王丽',
      notes: 'a\nb;c\\n好',
      phones: [
        { label: 'mobile', value: '13800138000' },
        { label: 'home', value: '010-1234' },
      ],
      emails: [{ label: 'work', value: 'li@example.test' }],
    })
  })

  it('in quoted-printable GBK gives the name, where its charset is named and where it is not', async () => {
    const gbk = '=CD=F5=C0=F6'
    expect((await onlyContact('VERSION:2.1', `FN;CHARSET=GBK;ENCODING=QUOTED-PRINTABLE:${gbk}`)).name).toBe('王丽')
    expect((await onlyContact('VERSION:2.1', `FN;QUOTED-PRINTABLE:${gbk}`)).name).toBe('王丽')
  })

  it('keeps the blank of a fold, and base64 that ends with an empty line', async () => {
    const photo = png.toString('base64')
    const contact = await onlyContact(
      'VERSION:2.1',
      'FN:Ann',
      'NOTE:one',
      ' two',
      'PHOTO;PNG;ENCODING=BASE64:',
      ` ${photo.slice(0, 60)}`,
      photo.slice(60),
      '',
      'TITLE:Chief',
    )
    expect(contact.notes).toBe('one two')
    expect(contact.photo).toEqual(new Uint8Array(png))
    expect(contact.rest).toEqual(['TITLE:Chief'])
  })

  it('whose properties have no field is kept in the form of 3.0', async () => {
    const { rest } = await onlyContact(
      'VERSION:2.1',
      'FN:Ann',
      'URL;WORK:http://a.test',
      'X-A;QUOTED-PRINTABLE:=41=0A\\',
    )
    expect(rest).toEqual(['URL;TYPE=WORK:http://a.test', 'X-A:A\\n\\\\'])
  })

  it('passes over a card within it', async () => {
    const agent = ['AGENT:', 'BEGIN:VCARD', 'FN:Other', 'END:VCARD', 'NICKNAME:N']
    expect(await onlyContact('VERSION:2.1', 'FN:Ann', ...agent)).toMatchObject({ name: 'Ann', nickname: 'N' })
  })
})

describe('a card of 3.0 and 4.0', () => {
  it('unfolds its lines and unescapes each value once', async () => {
    const contact = await onlyContact('VERSION:3.0', 'FN:Li\\, W', ' ang', 'NOTE:a\\\\n\\nb\\;c', 'CATEGORIES:A\\,1,B')
    expect(contact).toMatchObject({ name: 'Li, Wang', notes: 'a\\n\nb;c', groups: ['A,1', 'B'] })
  })

  it.each([
    ['LF', '\n'],
    ['CR', '\r'],
    ['CR CR LF', '\r\r\n'],
  ])('is read whose lines end with %s', async (_, end) => {
    const lines = ['BEGIN:VCARD', 'VERSION:3.0', 'FN:A', ' nn', 'NOTE;QUOTED-PRINTABLE:a=', 'b', 'END:VCARD']
    expect(await contactsOf(lines.join(end))).toMatchObject([{ name: 'Ann', notes: 'ab' }])
  })

  it('takes a line that is no property as the end of the one before', async () => {
    const contact = await onlyContact('VERSION:3.0', 'FN:Ann', 'ADR;TYPE=HOME:;;Street 5;', 'Berlin;;12345;', 'ORG:X')
    expect(contact.familyAddress).toContain('Berlin')
    expect(contact.company).toBe('X')
  })

  it('is named by N, nickname, company or address where FN is empty', async () => {
    expect((await onlyContact('FN:', 'N:王;丽;;;')).name).toBe('王丽')
    expect((await onlyContact('N:Doe;Ann;M;Dr.;')).name).toBe('Dr. Ann M Doe')
    expect((await onlyContact('ORG:Acme;Sales')).name).toBe('Acme')
    expect((await onlyContact('EMAIL:a@example.test')).name).toBe('a@example.test')
  })

  it('reads labels of groups, the preferred first, and addresses as URI', async () => {
    const contact = await onlyContact(
      'VERSION:4.0',
      'FN:Ann',
      'item1.TEL:1',
      'item1.X-ABLabel:_$!<Other>!$_',
      'item2.TEL;PREF=1:tel:+86-2',
      'item2.X-ABLabel:Reception',
      'EMAIL:mailto:a@example.test',
    )
    expect(contact.phones).toEqual([
      { label: 'Reception', value: '+86-2' },
      { label: 'other', value: '1' },
    ])
    expect(contact.emails[0]?.value).toBe('a@example.test')
    expect(contact.rest).toEqual([])
  })

  it.each([
    ['BDAY:19540331', '1954-03-31'],
    ['BDAY:--0626', '--06-26'],
    ['BDAY;X-APPLE-OMIT-YEAR=1604:1604-04-16', '--04-16'],
    ['BDAY:1996-04-15T20:12:43+04:00', '1996-04-15'],
    ['BDAY:1996-02-31', ''],
  ])('reads %s', async (line, birthday) => {
    const contact = await onlyContact('VERSION:4.0', 'FN:Ann', line)
    expect(contact.birthday).toBe(birthday)
    expect(contact.rest).toEqual(birthday === '' ? [line] : [])
  })
})

describe('photos (TRUST S29)', () => {
  const droppedOf = async (line: string) => {
    const [entry] = await entriesOf(`BEGIN:VCARD\r\nFN:Ann\r\n${line}\r\nNICKNAME:N\r\nEND:VCARD\r\n`)
    return entry !== undefined && 'contact' in entry ? [entry.dropped.photos, entry.contact.photo, entry.contact] : []
  }

  it('S29: of 5 MB, folded or in one line, or of a byte too much, are dropped and counted, and the person stays', async () => {
    const base64 = Buffer.alloc(5_000_000, png).toString('base64')
    const folded = base64.replaceAll(/.{74}/g, '$&\r\n ')
    const slightlyTooLarge = Buffer.alloc(contactLimits.photoBytes + 1, png).toString('base64')
    for (const value of [base64, folded, slightlyTooLarge])
      expect(await droppedOf(`PHOTO;ENCODING=b;TYPE=PNG:${value}`)).toMatchObject([1, null, { nickname: 'N' }])
  })

  it('S29: by URL, or whose bytes are no photo of a contact, are dropped and counted', async () => {
    expect(await droppedOf('PHOTO;VALUE=URI:http://tracker.test/a.png')).toMatchObject([1, null, { rest: [] }])
    for (const bytes of ['<svg>', 'GIF89a'])
      expect(await droppedOf(`PHOTO:data:image/png;base64,${btoa(bytes)}`)).toMatchObject([1, null, {}])
  })
})

describe('refusals', () => {
  it('name the card by its line: one without its end, and a file without cards', async () => {
    const file = 'BEGIN:VCARD\nFN:A\nEMAIL:a@x.test\nBEGIN:VCARD\nFN:B\nEND:VCARD\n\nBEGIN:VCARD\nFN:C'
    expect(await entriesOf(file)).toMatchObject([
      { line: 1, refusal: { reason: 'cardNotEnded' }, cells: ['A', 'a@x.test'] },
      { line: 4, contact: { name: 'B' } },
      { line: 8, refusal: { reason: 'cardNotEnded' }, cells: ['C'] },
    ])
    expect(await entriesOf('hello')).toEqual([{ line: 1, refusal: { reason: 'noCards' }, cells: [] }])
  })

  it.each([
    ['a text beyond a line', `NOTE:${'a'.repeat(contactFileLimits.lineCharacters)}`],
    ['lines without end', 'X-A:b\n'.repeat(contactFileLimits.cardLines + 1)],
    ['much text', `NOTE:${'a'.repeat(300_000)}\n`.repeat(4)],
    ['empty soft ends', `NOTE;QUOTED-PRINTABLE:=\n${'=\n'.repeat(500_000)}`],
  ])('S29: a card with %s is refused, and the next one is read', async (_, lines) => {
    const found = await entriesOf(`BEGIN:VCARD\nFN:A\n${lines}\nEND:VCARD\nBEGIN:VCARD\nFN:B\nEND:VCARD\n`)
    expect(found).toMatchObject([{ refusal: { reason: 'tooLarge' } }, { contact: { name: 'B' } }])
  })

  it('S29: a line of 300,000 parameters, quotes, escapes or folds is read', async () => {
    const many = 100_000
    const hostile = [
      `FN${';X=a'.repeat(many)}:v`,
      `X-A;B="${','.repeat(many)}:v`,
      `N:${'a;'.repeat(many)}`,
      `CATEGORIES:${','.repeat(many)}`,
      `NOTE:${'\\'.repeat(many)}`,
      `NICKNAME:a${'\n b'.repeat(many)}`,
    ]
    const [entry] = await entriesOf(`BEGIN:VCARD\n${hostile.join('\n')}\nEND:VCARD\n`)
    expect(entry).toMatchObject({ line: 1, contact: { nickname: `a${'b'.repeat(many)}` } })
  })

  it.each([
    ['two more', `${'BEGIN:VCARD\nEND:VCARD\n'.repeat(5)}`],
    ['one more, which the file ends without a line end', 'BEGIN:VCARD\nEND:VCARD\n'.repeat(4).trimEnd()],
  ])('S29: a file of more cards than are read ends with one: %s', async (_what, file) => {
    const entries: FileEntry[] = []
    for await (const entry of readVCards(decodeBlocks([Buffer.from(file)], 'utf-8'), 3)) entries.push(entry)
    expect(entries).toHaveLength(4)
    expect(entries.at(-1)).toMatchObject({ line: 7, refusal: { reason: 'tooMany' } })
  })

  it('gathers groups and notes of many lines, each group once', async () => {
    const names = Array.from({ length: 40 }, (_, at) => `g${at}`)
    const contact = await onlyContact(...[...names, 'g0'].map((name) => `CATEGORIES:${name}`), 'NOTE:a', 'NOTE:b')
    expect([contact.groups, contact.notes]).toEqual([names, 'a\nb'])
  })

  it('say which field the account does not take; an address that cannot be written to stays in rest', async () => {
    const refusedFor = async (...lines: string[]) => {
      const accepted = (await entriesOf(['BEGIN:VCARD', ...lines, 'END:VCARD'].join('\n'))).map(acceptedEntry)
      return accepted.map((entry) => ('refusal' in entry ? entry.refusal : entry.contact.rest))
    }
    expect(await refusedFor('FN:A')).toEqual([{ reason: 'field', field: 'emails.0' }])
    expect(await refusedFor('FN:A', 'EMAIL:no')).toEqual([{ reason: 'field', field: 'emails.0' }])
    expect(await refusedFor('FN:A', 'EMAIL:no', 'EMAIL:a@nowhere.invalid')).toEqual([['EMAIL:no']])
    const long = `NOTE:${'a'.repeat(5_000)}`
    expect(await refusedFor('FN:A', 'EMAIL:a@x.test', long)).toEqual([{ reason: 'field', field: 'notes' }])
  })
})

describe('what has no field', () => {
  const lines = [
    'UID:u-1',
    'N:Doe;Ann;;Dr.;',
    'ORG:Acme\\, Inc.;Sales',
    'item1.X-ABDATE;type=pref:2008-12-11',
    'item1.X-ABLabel:_$!<Anniversary>!$_',
    'X-SOCIALPROFILE;TYPE=weibo;X-USER="a;b":http://a.test/?q=1\\,2',
  ]

  it.each(vCardVersions)('is in the export again after an edit (%s)', async (version) => {
    const contact = await onlyContact('VERSION:3.0', 'FN:Dr. Ann Doe', 'EMAIL:a@x.test', ...lines)
    expect(contact).toMatchObject({ company: 'Acme, Inc.', rest: lines })
    const photo = new Uint8Array(png)
    const edited = { ...contact, notes: 'new', phones: [{ label: 'Reception', value: '1' }], photo }
    const [again] = await contactsOf(writeVCard(edited, version))
    expect(again).toEqual(edited)
  })

  it('goes where the name or the company that it repeats was edited, even one that never was like the name', async () => {
    const contact = await onlyContact('FN:Boss', ...lines)
    const [kept] = await contactsOf(writeVCard(contact, '3.0'))
    expect(kept).toEqual(contact)
    expect(writeVCard(contact, '3.0')).toContain('\r\nN:Doe;Ann;;Dr.;\r\n')
    const renamed = writeVCard({ ...contact, name: 'New', company: 'Other' }, '3.0')
    expect(renamed).toContain('\r\nN:New;;;;\r\n')
    expect(renamed).toContain('\r\nORG:Other\r\n')
    expect(renamed).not.toContain('Acme')
  })

  it('is written once where a card may hold it once', async () => {
    const contact = await onlyContact('FN:A', 'UID:1', 'UID:1', 'UID:2', 'BDAY:20000101', 'BDAY:20010101')
    const written = writeVCard(contact, '4.0')
    expect(written.match(/^(?:UID|BDAY):/gm)).toHaveLength(2)
    expect(written).toContain('X-UID:2')
  })

  it('S28: cannot begin or end a card, nor add a line', () => {
    const rest = ['END:VCARD', 'X-A:b\r\nBEGIN:VCARD', 'nothing', 'X-B:\u2028BEGIN:VCARD']
    const contact = { ...noDetails, name: 'a\r\nEND:VCARD\u2028END:VCARD', photo: null, rest }
    const written = writeVCard(contact, '3.0').split(/[\r\n\u0085\u2028\u2029]+/)
    expect(written.filter((line) => /^(?:BEGIN|END):/.test(line))).toEqual(['BEGIN:VCARD', 'END:VCARD'])
    expect(written).not.toContain('nothing')
  })
})

describe('export then import', () => {
  it.each(vCardVersions)('three times is the identity for 300 generated people (%s)', async (version) => {
    const random = seededRandom(7)
    const people = Array.from({ length: 300 }, () => ({ ...generatedContact(random), rest: generatedRest(random) }))
    let now: readonly FileContact[] = people
    for (let pass = 0; pass < 3; pass += 1)
      now = await contactsOf(now.map((contact) => writeVCard(contact, version)).join(''))
    expect(now).toEqual(people)
  })

  it('reads a value on whose fold a line reads like the end of the card, or the beginning of one', async () => {
    for (const text of ['END:VCARD', 'BEGIN:VCARD']) {
      const name = `${'x'.repeat(72)}${text}`
      const written = writeVCard({ ...generatedContact(seededRandom(1)), name }, '3.0')
      expect(written).toContain(`\r\n ${text}`)
      expect(await contactsOf(written)).toMatchObject([{ name }])
    }
  })

  it('folds at 75 bytes between two signs', () => {
    const random = seededRandom(8)
    for (let count = 0; count < 100; count += 1) {
      const lines = writeVCard(generatedContact(random), '3.0').split('\r\n')
      for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    }
  })
})

describe('a file', () => {
  it('is a csv or vcf by its ending, and neither is a workbook (SPEC §5)', () => {
    const head = (text: string) => Buffer.from(text, 'latin1')
    expect(contactFileKind('a.CSV', head('Name'))).toBe('csv')
    expect(contactFileKind('a.vcf', head('x'))).toBe('vcf')
    expect(contactFileKind('a.csv', head('\u00ef\u00bb\u00bfBEGIN:VCARD'))).toBe('vcf')
    expect(contactFileKind('a.ldif', head('dn: x'))).toBeNull()
    expect(contactFileKind('a.csv', head('PK\u0003\u0004'))).toBeNull()
  })

  it('with an equal name beside one that stays gets a number within the most characters of a name', () => {
    expect(numberedName('王丽', 3, 100)).toBe('王丽 (3)')
    expect(numberedName('王'.repeat(100), 2, 100)).toBe(`${'王'.repeat(96)} (2)`)
  })
})
