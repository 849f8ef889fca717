import { setFlagsFromString } from 'node:v8'
import { compileFunction } from 'node:vm'
import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { noDetails } from '#contract/contacts/contactDetails'
import type { CsvPreset, FileEncoding } from '#contract/contacts/contactFiles'
import { acceptedEntry } from '#server/contacts/transfer/contactFile'
import { contactOfRow, mappingOf } from '#server/contacts/transfer/csvColumns'
import { decodeBlocks, findEncoding } from '#server/contacts/transfer/fileEncoding'
import { type CsvRow, readCsvRows } from '#server/contacts/transfer/readCsv'
import { readVCards } from '#server/contacts/transfer/readVCards'
import { type CsvLanguage, writeContactsCsv, writeRefusedCsv } from '#server/contacts/transfer/writeCsv'
import { contactFileLimits, type FileContact, type FileEntry } from '#server/core/contactFile'
import { seededRandom } from '#tests/support/seededRandom'
import { generatedContact } from './generatedContact'

function blocksOf(bytes: Uint8Array, size: number): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size))
}

async function gather<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const each of source) all.push(each)
  return all
}

const rowsOf = (text: string) => gather(readCsvRows(decodeBlocks([Buffer.from(text)], 'utf-8')))

async function peopleOf(
  text: string,
): Promise<{ preset: CsvPreset | null; entries: FileEntry[]; people: FileContact[] }> {
  const rows = await rowsOf(text)
  const mapping = mappingOf(rows.filter((row): row is CsvRow => !('refusal' in row)))
  const entries = rows
    .slice(mapping.hasHeader ? 1 : 0)
    .map((row) => ('refusal' in row ? row : contactOfRow(row, mapping)))
  return {
    preset: mapping.preset,
    entries,
    people: entries.flatMap((entry) => ('contact' in entry ? [entry.contact] : [])),
  }
}

const chinese = '姓名,邮箱\r\n王丽,li@example.test\r\n张三,zhang@example.test\r\n'
const traditional = '姓名,電子郵件\r\n陳先生,chen@example.test\r\n黃小姐的電話,huang@example.test\r\n'

describe('the encoding of a file', () => {
  it.each<[string, Buffer, FileEncoding, boolean]>([
    ['UTF-8', Buffer.from(chinese), 'utf-8', false],
    ['UTF-8 with its mark', Buffer.from(`\ufeff${chinese}`), 'utf-8', true],
    ['UTF-16 with its mark', Buffer.from(`\ufeff${chinese}`, 'utf16le'), 'utf-16le', true],
    ['UTF-16 without a mark', Buffer.from(chinese, 'utf16le'), 'utf-16le', false],
    ['UTF-16, the high byte first', Buffer.from(`\ufeff${chinese}`, 'utf16le').swap16(), 'utf-16be', true],
    ['GB 18030', iconv.encode(`${chinese}𠮷`, 'gb18030'), 'gb18030', false],
    ['Big5', iconv.encode(traditional, 'big5'), 'big5', false],
    [
      'Windows 1252',
      iconv.encode('Name,Email\r\nJosé Müller,jose@example.test\r\n', 'windows-1252'),
      'windows-1252',
      false,
    ],
    ['ASCII', Buffer.from('Name,Email\r\n'), 'utf-8', false],
  ])('is found: %s', async (_, bytes, encoding, hasMark) => {
    for (const size of [1, 3, 65_536]) expect(await findEncoding(blocksOf(bytes, size))).toEqual({ encoding, hasMark })
  })

  it('is not UTF-8 where a byte far behind is none', async () => {
    const bytes = Buffer.concat([Buffer.alloc(300_000, 'a,b\n'), iconv.encode(chinese, 'gb18030')])
    expect((await findEncoding([bytes])).encoding).toBe('gb18030')
  })

  it.each<[FileEncoding, Buffer]>([
    ['utf-8', Buffer.from(`\ufeff${chinese}👨‍👩‍👧,"a\r\nb"\r\n`)],
    ['gb18030', iconv.encode(`${chinese}𠮷👩,"a\r\nb"\r\n`, 'gb18030')],
    ['big5', iconv.encode(traditional, 'big5')],
    ['utf-16le', Buffer.from(`\ufeff${chinese}👩`, 'utf16le')],
  ])('%s: text and rows are the same for each cut point and each size of blocks', async (encoding, bytes) => {
    const read = async (blocks: Uint8Array[]) => [
      (await gather(decodeBlocks(blocks, encoding))).join(''),
      await gather(readCsvRows(decodeBlocks(blocks, encoding))),
    ]
    const whole = await read([bytes])
    expect(whole[0]).not.toMatch(/[\ufeff\ufffd]/)
    for (let cut = 1; cut < bytes.length; cut += 1)
      expect(await read([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(whole)
    for (const size of [1, 2, 3, 7]) expect(await read(blocksOf(bytes, size))).toEqual(whole)
  })

  it.each<FileEncoding>(['utf-8', 'gb18030'])('%s: cards are the same for each cut point', async (encoding) => {
    const card = 'BEGIN:VCARD\r\r\nVERSION:3.0\r\nFN:王\r\n 丽𠮷\r\nNOTE:a\\nb\rEND:VCARD\nBEGIN:VCARD\nFN:Q'
    const bytes = encoding === 'utf-8' ? Buffer.from(card) : iconv.encode(card, encoding)
    const read = (blocks: Uint8Array[]) => gather(readVCards(decodeBlocks(blocks, encoding)))
    const whole = await read([bytes])
    expect(whole).toMatchObject([
      { line: 1, contact: { name: '王丽𠮷', notes: 'a\nb' } },
      { line: 7, cells: ['Q'] },
    ])
    for (let cut = 1; cut < bytes.length; cut += 1)
      expect(await read([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(whole)
  })
})

describe('rows', () => {
  it('have line ends of any kind, quoted ones too, and the line where they begin', async () => {
    expect(await rowsOf('a,b\r\n"x\r\ny ""q""",1\n\nc,d\re,f')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['x\ny "q"', '1'] },
      { line: 5, cells: ['c', 'd'] },
      { line: 6, cells: ['e', 'f'] },
    ])
  })

  it.each([
    ['a;b;c\n1;2,5;3\n', 'b'],
    ['a\tb\n1\t"x\ty"\n', 'b'],
    ['sep=|\na|b\n1|2\n', 'b'],
    ['a,b\n"1;2;3",4\n', 'b'],
  ])('are split by the separator that most of them have: %j', async (text, second) => {
    expect((await rowsOf(text))[0]).toMatchObject({ cells: expect.arrayContaining(['a', second]) })
    expect(new Set((await rowsOf(text)).map((row) => row.cells.length)).size).toBe(1)
  })

  it('S29: a quote without an end takes its own line alone with it', async () => {
    const rows = await rowsOf(`Name,Email\n"Ann,a@x.test\n${'Bob,b@x.test\n'.repeat(2_000)}`)
    expect(rows).toHaveLength(2_002)
    expect(rows.at(-1)).toEqual({ line: 2_002, cells: ['Bob', 'b@x.test'] })
  })

  it('S29: quotes without an end, again and again, lose no row', async () => {
    const rows = await rowsOf(`"a,b\n${'c,d\n'.repeat(contactFileLimits.rowLines + 100)}`.repeat(50))
    expect(rows).toHaveLength(50 * (contactFileLimits.rowLines + 101))
  })

  it('S29: one too long, or of too many cells, is refused with its line, and the next one is read', async () => {
    const long = 'a'.repeat(contactFileLimits.rowCharacters + 1)
    const rows = await rowsOf(`N,E\n${long},b\nAnn,a@x.test\n${','.repeat(contactFileLimits.rowCells)}\nBob,b@x.test\n`)
    expect(rows).toMatchObject([
      { line: 1 },
      { line: 2, refusal: { reason: 'tooLarge' } },
      { line: 3, cells: ['Ann', 'a@x.test'] },
      { line: 4, refusal: { reason: 'tooLarge' } },
      { line: 5, cells: ['Bob', 'b@x.test'] },
    ])
  })

  it('S29: 100,000 of them come as a stream that waits for its reader and lets other work have its turn', async () => {
    const block = Buffer.from('王丽,li@example.test,+8613800138000\n'.repeat(1_000))
    let given = 0
    function* source() {
      for (let at = 0; at < 101; at += 1) {
        given += 1
        yield block
      }
    }
    let read = 0
    let most = 0
    let turns = 0
    let isOver = false
    const takeTurn = () => {
      turns += 1
      if (!isOver) setImmediate(takeTurn)
    }
    setImmediate(takeTurn)
    const last: unknown[] = []
    for await (const row of readCsvRows(decodeBlocks(source(), 'utf-8'))) {
      read += 1
      most = Math.max(most, given * 1_000 - read)
      if ('refusal' in row) last.push(row)
    }
    isOver = true
    expect(last).toEqual([{ line: 100_002, refusal: { reason: 'tooMany' }, cells: [] }])
    expect(most).toBeLessThan(3_000)
    // One for each 16 KB of 4 MB.
    expect(turns).toBeGreaterThan(100)
  })
})

describe('columns by their headers', () => {
  it.each<[CsvPreset, string, string]>([
    [
      'google',
      'Name,Given Name,Family Name,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value,Organization 1 - Name,Group Membership',
      'Ann Doe,Ann,Doe,* Work,a@x.test ::: b@x.test,Mobile,123,Acme,* myContacts ::: Friends; old',
    ],
    [
      'outlook',
      'First Name,Last Name,Company,Business Street,Business City,Mobile Phone,E-mail Address,E-mail 2 Address',
      'Ann,Doe,Acme,,,123,a@x.test,b@x.test',
    ],
    [
      'outlook',
      '名,姓,单位,商务地址 街道,移动电话,电子邮件地址,电子邮件 2 地址',
      'Ann,Doe,Acme,,123,a@x.test,b@x.test',
    ],
    ['icloud', 'First name,Last name,Email,Email 2,Phone,Company', 'Ann,Doe,a@x.test,b@x.test,123,Acme'],
    [
      'thunderbird',
      'First Name,Last Name,Display Name,Primary Email,Secondary Email,Screen Name,Mobile Number,Organization',
      'Ann,Doe,Ann Doe,a@x.test,b@x.test,,123,Acme',
    ],
    ['qq', '姓,名,QQ,单位,商务地址 街道,电子邮件,家庭邮箱,其他手机', 'Doe,Ann,1,Acme,,a@x.test,b@x.test,123'],
    ['163', '姓名,邮件地址,移动电话,公司,备用邮箱1', 'Ann Doe,a@x.test,123,Acme,b@x.test'],
    ['foxmail', '姓名,电子邮件地址,手机,公司,备用邮箱,foxaddrID', 'Ann Doe,a@x.test,123,Acme,b@x.test,7'],
    [
      'yahoo',
      'First,Middle,Last,Email,Alternate Email 1,Mobile,Company,Messenger ID',
      'Ann,,Doe,a@x.test,b@x.test,123,Acme,',
    ],
  ])('%s: %s', async (preset, header, row) => {
    const found = await peopleOf(`${header}\r\n${row}\r\n`)
    expect(found.preset).toBe(preset)
    expect(found.people).toMatchObject([{ name: 'Ann Doe', company: 'Acme', phones: [{ value: '123' }] }])
    expect(found.people[0]?.emails.map(({ value }) => value)).toEqual(['a@x.test', 'b@x.test'])
  })

  it('Google’s labels and groups, without its own', async () => {
    const [ann] = (
      await peopleOf('Name,E-mail 1 - Label,E-mail 1 - Value,Labels\nAnn,* Work,a@x.test,* friends ::: A; b\n')
    ).people
    expect(ann).toMatchObject({ emails: [{ label: 'work', value: 'a@x.test' }], groups: ['A; b'] })
  })

  it('addresses put together, days in several forms, years beside months', async () => {
    const outlook = 'First Name,E-mail Address,Business Street,Business City,Business Postal Code,Home Street,Birthday'
    const [ann] = (await peopleOf(`${outlook}\nAnn,a@x.test,Road 1,Berlin,10115,Way 2,2/28/1999\n`)).people
    expect(ann).toMatchObject({
      address: 'Road 1\nBerlin',
      postcode: '10115',
      familyAddress: 'Way 2',
      birthday: '1999-02-28',
    })
    const thunderbird = 'Display Name,Primary Email,Birth Year,Birth Month,Birth Day'
    expect((await peopleOf(`${thunderbird}\nAnn,a@x.test,1999,2,8\n`)).people[0]?.birthday).toBe('1999-02-08')
    const zh = '姓名,邮箱,生日\n王丽,li@x.test,1999年2月8日\n李四,si@x.test,不详\n'
    expect((await peopleOf(zh)).people.map(({ birthday }) => birthday)).toEqual(['1999-02-08', ''])
  })

  it('a first row with an address is a person, found by what stands in it', async () => {
    const found = await peopleOf('王丽,li@x.test\nAnn,a@x.test\n')
    expect(found.people).toMatchObject([{ name: '王丽' }, { name: 'Ann', emails: [{ value: 'a@x.test' }] }])
  })

  it('made + refused are all rows; each refused one has its line, why and its cells', async () => {
    const { entries } = await peopleOf('姓名,邮箱\n王丽,li@x.test\n,no@x.test\n李四,不是地址\n')
    const accepted = entries.map(acceptedEntry)
    expect(accepted).toMatchObject([
      { contact: { name: '王丽' } },
      { line: 3, refusal: { reason: 'field', field: 'name' } },
      { line: 4, refusal: { reason: 'field', field: 'emails.0' }, cells: ['李四', '不是地址'] },
    ])
    const refused = accepted.flatMap((entry) => ('refusal' in entry ? [entry] : []))
    const said = await gather(
      writeRefusedCsv(refused, { line: 'Line', reason: 'Reason' }, ({ reason }) => `=${reason}`),
    )
    expect(said).toEqual(['\ufeffLine,Reason\r\n', "3,'=field,,no@x.test\r\n", "4,'=field,李四,不是地址\r\n"])
  })
})

describe('export as csv', () => {
  it.each<CsvLanguage>(['zh-CN', 'en-US'])(
    'and import, three times, is the identity for 300 generated people (%s)',
    async (language) => {
      const random = seededRandom(9)
      const people = Array.from({ length: 300 }, () => generatedContact(random))
      let now: readonly FileContact[] = people
      for (let pass = 0; pass < 3; pass += 1) {
        const found = await peopleOf((await gather(writeContactsCsv(() => now, language))).join(''))
        expect(found.preset).toBe('own')
        now = found.people
      }
      expect(now).toEqual(people)
    },
  )

  const values = [
    '=1+1',
    '+8613800138000',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '  =1',
    '\u3000＝1',
    '＋1',
    "'=1",
    "''x",
    "'",
  ]

  it('S28: no cell begins a formula, and our own csv gives the value back', async () => {
    const people = values.map((value) => ({
      ...noDetails,
      name: value,
      emails: [{ label: value, value: 'a@x.test' }],
      phones: [{ label: '', value: '+86 138' }],
      groups: [value.trim()],
      notes: value,
      photo: null,
      rest: [],
    }))
    const text = (await gather(writeContactsCsv(() => people, 'en-US'))).join('')
    const cells = (await rowsOf(text)).flatMap((row) => [...row.cells])
    expect(cells.filter((cell) => /^\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(cell))).toEqual([])
    expect(text.startsWith('\ufeffName,')).toBe(true)
    const back = (await peopleOf(text)).people
    expect(back.map(({ phones }) => phones[0]?.value)).toEqual(values.map(() => '+86 138'))
    // A line end within a cell has one form.
    expect(back.map(({ notes }) => notes)).toEqual(values.map((value) => value.replace('\r', '\n')))
  })
})

describe('people of a csv', () => {
  it('share one hidden class, so that a large file leaves V8 none for each of its rows', () => {
    setFlagsFromString('--allow-natives-syntax')
    const haveSameMap = compileFunction('return %HaveSameMap(one, other)', ['one', 'other'])
    const mapping = { preset: null, hasHeader: true, columns: ['name', 'email', 'phone', 'company'] } as const
    const made = (line: number) => {
      const cells = [`Lin ${line}`, `lin${line}@x.test`, '138', 'Works']
      const entry = acceptedEntry(contactOfRow({ line, cells }, { ...mapping, columns: [...mapping.columns] }))
      return 'contact' in entry ? entry.contact : null
    }
    const people = Array.from({ length: 2_000 }, (_, line) => made(line))
    expect(people.at(-1)).toMatchObject({ name: 'Lin 1999', company: 'Works' })
    expect(haveSameMap(people.at(-1), people.at(-2))).toBe(true)
  })
})
