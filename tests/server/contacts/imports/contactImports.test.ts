/** Contacts that come in from files and leave as files, over the wire (SPEC §5, BEHAVIOUR §12). */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contactLimits, contactRecord } from '#contract/contacts/contactDetails'
import { contactTransferLimits } from '#contract/contacts/contactFiles'
import { contactImport, previewContacts } from '#contract/endpoints/contacts/transfer'
import { makeWorkContactImport } from '#server/contacts/imports/workContactImport'
import { writeVCard } from '#server/contacts/transfer/writeVCards'
import { StoreAway } from '#server/core/refusal'
import { makeJobRunner } from '#server/mail/jobs/jobRunner'
import { makeCalls, type RawValues, type Signed } from '../../../support/gateway/calls'
import { finishedUpload } from '../../../support/gateway/finishedUpload'
import { makeTestGateway, type TestGateway } from '../../../support/gateway/gateway'
import { linAndWang } from '../../../support/gateway/twoPeople'
import { removeFolderNow } from '../../../support/removeFolder'
import { seededRandom } from '../../../support/seededRandom'
import { generatedContact, generatedRest } from '../transfer/generatedContact'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let lin: Signed
let wang: Signed
let accountId: string
beforeEach(async () => {
  let account: { readonly id: string }
  ;({ gateway, calls, lin, wang, account } = await linAndWang())
  accountId = account.id
})
afterEach(() => gateway.close())

const post = async (call: string, form: RawValues = {}, session = lin) =>
  (await calls.post(`contact/${call}.action`, form, { session })).json
const upload = (name: string, content: string | Uint8Array, session = lin) =>
  finishedUpload({ gateway, calls, session }, name, content)
const preview = async (id: string, more: RawValues = {}) => post('previewContacts', { upload: id, ...more })

const importOf = (json: Readonly<Record<string, unknown>>) => v.parse(contactImport, json.import)
const importsOf = (json: Readonly<Record<string, unknown>>) => v.parse(v.array(contactImport), json.imports)
async function told(id: string) {
  const [found] = importsOf(await post('contactImports', { id }))
  if (found === undefined) throw new Error('No import')
  return found
}

/** Begun as the page begins it, with what the preview offers. */
async function begun(name: string, content: string | Uint8Array, more: RawValues = {}) {
  const id = await upload(name, content)
  const found = v.parse(previewContacts.reply, await preview(id))
  const mapping = { preset: found.preset, hasHeader: found.header, columns: found.columns }
  const plan = {
    encoding: found.encoding,
    duplicates: 'skip',
    ...(found.kind === 'csv' && { mapping: JSON.stringify(mapping) }),
  }
  return post('importContacts', { upload: id, ...plan, ...more })
}
async function imported(name: string, content: string | Uint8Array, more: RawValues = {}) {
  const { id } = importOf(await begun(name, content, more))
  await gateway.drain()
  return told(id)
}

const allOf = v.object({
  groups: v.array(v.object({ id: v.string(), name: v.string(), members: v.number() })),
  contacts: v.array(v.object({ id: v.string(), name: v.string(), email: v.string(), starred: v.boolean() })),
})
const all = async () => v.parse(allOf, await post('queryAllContacts', { known: '' }))
const names = async () => (await all()).contacts.map(({ name }) => name)
async function person(name: string) {
  const { contacts } = await all()
  const { id } = contacts.find((it) => it.name === name) ?? { id: '' }
  return v.parse(contactRecord, (await post('openContact', { id })).contact)
}
const create = async (contact: object) =>
  v.parse(contactRecord, (await post('createContact', { contact: JSON.stringify(contact) })).contact)
const one = (text: string, label = '') => [{ label, value: text }]
const undo = (id: string) => post('undoImport', { id })

async function fetched(call: string, form: RawValues, session = lin) {
  const { sid } = (await calls.get('readmail/sid.action', {}, { session })).json
  return calls.get(`contact/${call}.action`, { sid: String(sid), ...form })
}
async function exported(form: RawValues) {
  const { id } = await post('startExport', { language: 'zh-CN', ...form })
  return fetched('downloadContacts', { id: String(id), name: '通讯录' })
}

const card = (name: string, email: string, ...more: readonly string[]) =>
  ['BEGIN:VCARD', 'VERSION:3.0', `FN:${name}`, `EMAIL:${email}`, ...more, 'END:VCARD', ''].join('\r\n')
const csv = '姓名,邮箱,手机,分组\n王丽,li@x.test,+8613800138000,客户\n李四,si@x.test,,\n'

describe('the preview of a file', () => {
  it.each([
    ['gb18030', iconv.encode(csv, 'gb18030')],
    ['utf-8', Buffer.from(csv)],
    ['utf-16le', iconv.encode(csv, 'utf16le', { addBOM: true })],
    ['big5', iconv.encode('姓名,電子郵件\n陳先生,c@x.test\n黃小姐的電話,h@x.test\n', 'big5')],
  ])('finds %s, offers columns by the header, and shows the first rows', async (encoding, bytes) => {
    const found = v.parse(previewContacts.reply, await preview(await upload('a.csv', bytes)))
    expect(found).toMatchObject({ kind: 'csv', encoding, header: true })
    expect(found.columns.slice(0, 2)).toEqual(['name', 'email'])
    expect(found.rows.slice(0, 2).map(([name]) => name)).toEqual(['姓名', encoding === 'big5' ? '陳先生' : '王丽'])
  })

  it('reads with another encoding where that is chosen', async () => {
    const id = await upload('a.csv', Buffer.from('name,email\nZoë,z@x.test\n'))
    expect(await preview(id, { encoding: 'windows-1252' })).toMatchObject({ rows: [{}, ['ZoÃ«', 'z@x.test']] })
  })

  it('shows people of a vcf', async () => {
    const id = await upload('a.vcf', card('王丽', 'li@x.test', 'TEL:138'))
    expect(await preview(id)).toMatchObject({ kind: 'vcf', columns: [], rows: [['王丽', 'li@x.test', '138']] })
  })

  it('refuses what is neither csv nor vcf, and what is not the person’s own', async () => {
    const workbook = await upload('a.csv', Buffer.from('PK\u0003\u0004 xl/workbook.xml'))
    expect(await preview(workbook)).toMatchObject({ code: 'notContacts', field: 'upload' })
    expect(await preview(await upload('a.ldif', 'dn: x'))).toMatchObject({ code: 'notContacts' })
    const foreign = await upload('a.csv', csv, wang)
    expect(await preview(foreign)).toMatchObject({ code: 'attachmentUnknown' })
    expect(await post('importContacts', { upload: foreign, encoding: 'utf-8', duplicates: 'skip' })).toMatchObject({
      code: 'attachmentUnknown',
    })
  })

  it('S29: shows no more than a few rows and signs of a file however large', async () => {
    const row = `${'王'.repeat(30_000)},a@x.test\n`
    const found = v.parse(previewContacts.reply, await preview(await upload('a.csv', `name,email\n${row.repeat(40)}`)))
    expect(found.rows).toHaveLength(contactTransferLimits.sampleRows + 1)
    expect(found.rows[1]?.[0]).toHaveLength(contactTransferLimits.sampleCharacters)
  })
})

describe('an import', () => {
  it('takes people of a csv with their groups, and one for all; every row is counted', async () => {
    const rows = `${csv},no-name@x.test,,\n王丽,li@x.test,,\n没有邮箱,,,\n`
    const done = await imported('people.csv', iconv.encode(rows, 'gb18030'), { newGroup: '导入' })
    expect(done).toMatchObject({ state: 'done', name: 'people.csv', added: 2, skipped: 1, refused: 2, undoable: true })
    expect(done.read).toBe(done.size)
    const { groups } = await all()
    expect(groups.map(({ name, members }) => [name, members])).toEqual([
      ['导入', 2],
      ['客户', 1],
    ])
    expect(await person('王丽')).toMatchObject({ emails: one('li@x.test'), phones: one('+8613800138000', 'mobile') })
    const list = await fetched('refusedContacts', { id: done.id, language: 'zh-CN' })
    expect(list.text).toBe(
      '\ufeff行,原因\r\n4,姓名为空或超过 100 个字,,no-name@x.test\r\n6,没有可用的邮箱地址,没有邮箱\r\n',
    )
    expect(list.headers['content-disposition']).toContain(encodeURIComponent('people - 未导入.csv'))
  })

  it.each([
    ['skip', { added: 2, skipped: 1, merged: 0, replaced: 0, refused: 2 }],
    ['merge', { added: 2, skipped: 0, merged: 1, replaced: 0, refused: 2 }],
    ['replace', { added: 2, skipped: 0, merged: 0, replaced: 1, refused: 2 }],
    ['both', { added: 3, skipped: 0, merged: 0, replaced: 0, refused: 2 }],
  ])('%s: every card is counted; a refused one is listed, and no domain is looked up', async (duplicates, counts) => {
    await create({ name: 'Ann', emails: one('ann@x.test') })
    const file = [
      card('Ann', 'ann@x.test', 'NOTE:new'),
      card('Gone', 'gone@no-such-domain.invalid'),
      card('Underlined', 'list@my_host.test'),
      card('Broken', 'not an address'),
      ['BEGIN:VCARD', 'VERSION:3.0', 'FN:Without', 'TEL:123', 'END:VCARD', ''].join('\r\n'),
    ]
    const done = await imported('people.vcf', file.join(''), { duplicates })
    expect(done).toMatchObject({ state: 'done', ...counts })
    const sum = done.added + done.skipped + done.merged + done.replaced + done.refused
    expect(sum).toBe(file.length)
    const { text } = await fetched('refusedContacts', { id: done.id, language: 'en-US' })
    expect(text.trim().split('\r\n').slice(1)).toEqual([
      expect.stringMatching(/^17,.*Broken/),
      expect.stringMatching(/^22,.*Without/),
    ])
    expect(await names()).toEqual(expect.arrayContaining(['Ann', 'Gone', 'Underlined']))
  })

  it('takes cards of 2.1, 3.0 and 4.0 with photos and lines that have no field, which leave again after an edit', async () => {
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const old = ['BEGIN:VCARD', 'VERSION:2.1', 'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E7=8E=8B;=E4=B8=BD']
    const file = [
      [...old, 'EMAIL;INTERNET;HOME:li@x.test', 'END:VCARD', ''].join('\r\n'),
      card('Ann', 'a@x.test', `PHOTO;ENCODING=b;TYPE=PNG:${png}`, 'item1.X-ABDATE:2008-12-11', 'X-OWN;X-P=1:a\\;b'),
      card('Url', 'u@x.test', 'PHOTO;VALUE=URI:http://127.0.0.1:9/photo.png'),
    ]
    const done = await imported('phone.vcf', file.join(''))
    expect(done).toMatchObject({ state: 'done', added: 3, photosDropped: 1 })
    const ann = await person('Ann')
    expect(ann.photo).not.toBe('')
    const changes = JSON.stringify({ company: 'C' })
    await post('editContact', { id: ann.id, version: ann.version, changes })
    const { text } = await exported({ ids: [ann.id], format: 'vcf3' })
    for (const line of ['ORG:C', 'item1.X-ABDATE:2008-12-11', 'X-OWN;X-P=1:a\\;b']) expect(text).toContain(line)
    expect(text.replaceAll('\r\n ', '')).toContain(png)
  })

  it('merges, replaces, or keeps both with a number, and gives every one back as it was', async () => {
    const notes = 'old'
    const wangLi = await create({ name: '王丽', emails: one('li@x.test', 'home'), notes, starred: true })
    const before = await person('王丽')
    const file = card('王丽', 'LI@x.test', 'EMAIL:second@x.test', 'NOTE:new', 'ORG:C', 'CATEGORIES:客户', 'X-A:1')

    const merged = await imported('a.vcf', file, { duplicates: 'merge' })
    expect(merged).toMatchObject({ merged: 1, added: 0 })
    expect(await person('王丽')).toMatchObject({
      ...{ id: wangLi.id, notes: 'old\n\nnew', company: 'C', starred: true, groups: [expect.any(String)] },
      emails: [...one('li@x.test', 'home'), ...one('second@x.test')],
    })
    expect(await imported('a.vcf', file, { duplicates: 'merge' })).toMatchObject({ merged: 0, skipped: 1 })
    expect(await undo(merged.id)).toMatchObject({ undone: 1, unchanged: 0 })
    expect(await person('王丽')).toEqual({ ...before, version: expect.any(Number) })
    // The group that it made has gone with it.
    expect((await all()).groups).toEqual([])

    const replaced = await imported('a.vcf', file, { duplicates: 'replace' })
    expect(replaced).toMatchObject({ replaced: 1 })
    expect(await person('王丽')).toMatchObject({ id: wangLi.id, notes: 'new', company: 'C', starred: true })
    expect(await undo(replaced.id)).toMatchObject({ undone: 1 })
    expect(await person('王丽')).toEqual({ ...before, version: expect.any(Number) })

    const both = await imported('a.vcf', file + file, { duplicates: 'both' })
    expect(both).toMatchObject({ added: 2 })
    expect(await names()).toEqual(['王丽', '王丽 (2)', '王丽 (3)'])
    expect(await undo(both.id)).toMatchObject({ undone: 2 })
    expect(await names()).toEqual(['王丽'])
    expect(await undo(both.id)).toMatchObject({ code: 'notFound' })
    expect(await told(both.id)).toMatchObject({ state: 'undone', undoable: false })
  })

  it('gives back who was met twice in the file, and names that went from one to another', async () => {
    await create({ name: 'A', emails: one('a@x.test'), notes: 'first' })
    await create({ name: 'B', emails: one('b@x.test') })
    const file = card('C', 'b@x.test') + card('B', 'a@x.test') + card('D', 'a@x.test') + card('A', 'new@x.test')
    const done = await imported('a.vcf', file, { duplicates: 'replace' })
    expect(done).toMatchObject({ replaced: 3, added: 1 })
    expect(await names()).toEqual(['A', 'C', 'D'])
    expect(await undo(done.id)).toMatchObject({ undone: 3, unchanged: 0 })
    expect(await names()).toEqual(['A', 'B'])
    expect(await person('A')).toMatchObject({ emails: one('a@x.test'), notes: 'first' })
  })

  it('leaves at Undo whom the person changed since, and says how many', async () => {
    const done = await imported(
      'a.vcf',
      ['Ann', 'Bob', 'Cy', 'Di', 'Ed'].map((it) => card(it, `${it}@x.test`)).join(''),
    )
    const [ann, bob, cy, di] = await Promise.all(['Ann', 'Bob', 'Cy', 'Di'].map(person))
    await post('editContact', { id: ann?.id ?? '', version: 1, changes: JSON.stringify({ notes: 'mine' }) })
    await post('starContacts', { ids: [bob?.id ?? ''], starred: 1 })
    await post('addGroup', { name: 'G', contacts: [cy?.id ?? ''] })
    await post('removeContacts', { ids: [di?.id ?? ''] })
    expect(await undo(done.id)).toMatchObject({ undone: 1, unchanged: 3 })
    expect(await names()).toEqual(['Ann', 'Bob', 'Cy'])
  })

  it('can be undone for a day, also after a restart', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'ep-mail-imports-'))
    await gateway.close()
    gateway = await makeTestGateway({ dataDir })
    calls = makeCalls(gateway)
    await gateway.account('lin@ep.test')
    lin = await calls.signIn('lin@ep.test')
    const first = await imported('a.csv', csv)
    gateway.clock.advance(1)
    const second = await imported('b.vcf', card('Ann', 'a@x.test'))
    await gateway.close()
    gateway = await makeTestGateway({ dataDir, now: gateway.clock.now() - 1 + contactLimits.undoMs })
    calls = makeCalls(gateway)
    await gateway.house.sweep()
    lin = await calls.signIn('lin@ep.test')
    expect(importsOf(await post('contactImports')).map(({ id, undoable }) => [id, undoable])).toEqual([
      [second.id, true],
      [first.id, true],
    ])
    expect(await undo(first.id)).toMatchObject({ undone: 2 })
    gateway.clock.advance(2)
    expect(importsOf(await post('contactImports'))).toEqual([])
    expect(await undo(second.id)).toMatchObject({ code: 'notFound' })
    await gateway.house.sweep()
    expect(await post('contactImports', { id: second.id })).toMatchObject({ code: 'notFound' })
    expect(await names()).toEqual(['Ann'])
    await gateway.close()
    removeFolderNow(dataDir)
    ;({ gateway } = await linAndWang())
  })

  it('R18: goes on after its store went away, and takes nobody twice that it had not noted', async () => {
    await gateway.house.dispatcher.stop()
    const people = Array.from({ length: 120 }, (_, at) => card(`P${at}`, `p${at}@x.test`)).join('')
    const { id } = importOf(await begun('a.vcf', people, { duplicates: 'both' }))
    const { contactImports } = gateway.stores
    let pieces = 0
    const take: typeof contactImports.take = async (...given) => {
      const isTaken = await contactImports.take(...given)
      pieces += 1
      if (pieces === 2) throw new StoreAway('gone after it was taken in')
      return isTaken
    }
    const runner = makeJobRunner({
      ...gateway.stores,
      workContacts: makeWorkContactImport({ ...gateway.stores, contactImports: { ...contactImports, take } }),
      report: () => undefined,
    })
    await runner.drain()
    expect(await told(id)).toMatchObject({ state: 'running', added: 100 })
    // Nor does a worker that has lost it, and stands where it stood.
    const stale = { position: 50, read: 0, entries: [] }
    expect(await contactImports.take(accountId, id, stale, { now: 0, most: 999, lastNumbers: new Map() })).toBe(false)
    gateway.clock.advance(6_000)
    await runner.drain()
    expect(await told(id)).toMatchObject({ state: 'done', added: 120 })
    expect(new Set(await names()).size).toBe(120)
  })

  it('that is cancelled keeps what it did, which can be undone, and lets go of its file', async () => {
    await gateway.house.dispatcher.stop()
    const { id } = importOf(await begun('a.csv', csv))
    expect(await begun('b.csv', csv)).toMatchObject({ code: 'importRuns' })
    expect(await undo(id)).toMatchObject({ code: 'importRuns' })
    expect(importOf(await post('cancelImport', { id }))).toMatchObject({
      state: 'cancelled',
      added: 0,
      undoable: false,
    })
    gateway.house.dispatcher.start()
    await gateway.drain()
    expect(await names()).toEqual([])
    expect(await imported('b.csv', csv)).toMatchObject({ state: 'done', added: 2 })
    // Jobs of mail know nothing of it.
    expect((await calls.get('jobs/mailJobs.action', {}, { session: lin })).json).toMatchObject({ jobs: [] })
    expect((await calls.get('jobs/mailJobs.action', { id }, { session: lin })).json).toMatchObject({ code: 'notFound' })
  })

  it('S21: is nobody else’s to see, cancel, undo or read the refused of', async () => {
    const { id } = await imported('a.csv', `${csv}x,y,,\n`)
    expect(importsOf(await post('contactImports', {}, wang))).toEqual([])
    for (const call of ['cancelImport', 'undoImport'])
      expect(await post(call, { id }, wang)).toMatchObject({ code: 'notFound' })
    expect((await fetched('refusedContacts', { id, language: 'en-US' }, wang)).json).toMatchObject({ code: 'notFound' })
  })

  it('refuses a plan that cannot be: no columns for a csv, a group of nobody, a name that is no group’s', async () => {
    const id = await upload('a.csv', csv)
    const plan = { upload: id, encoding: 'utf-8', duplicates: 'skip' }
    expect(await post('importContacts', plan)).toMatchObject({ code: 'badField', field: 'mapping' })
    const mapping = JSON.stringify({ preset: null, hasHeader: true, columns: ['name', 'email'] })
    expect(await post('importContacts', { ...plan, mapping, group: 'x' })).toMatchObject({ code: 'notFound' })
    expect(await post('importContacts', { ...plan, mapping, newGroup: 'x'.repeat(51) })).toMatchObject({
      ...{ code: 'badField', field: 'newGroup' },
    })
  })
})

describe('an export', () => {
  /** What an account holds, with names of groups in place of their ids, in the order of names. */
  async function held(session: Signed) {
    const { groups, contacts } = v.parse(allOf, await post('queryAllContacts', { known: '' }, session))
    const nameOf = new Map(groups.map(({ id, name }) => [id, name]))
    const records = await Promise.all(
      contacts.map(async ({ id }) => v.parse(contactRecord, (await post('openContact', { id }, session)).contact)),
    )
    return records
      .map(({ id: _id, version: _version, ...record }) => ({
        ...record,
        groups: record.groups.map((id) => nameOf.get(id)).toSorted(),
      }))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
  }

  it('read into an empty account gives the same people, and again into the same with skip makes none', async () => {
    const random = seededRandom(43)
    const people = Array.from({ length: 40 }, (_, at) => {
      const contact = generatedContact(random)
      return { ...contact, name: `${at} ${contact.name}`.slice(0, 90), rest: generatedRest(random) }
    })
    const file = people.map((contact) => writeVCard(contact, '4.0')).join('')
    const first = await imported('a.vcf', file, { duplicates: 'both' })
    expect(first).toMatchObject({ added: 40, refused: 0 })
    const before = await held(lin)
    const details = ({ name, notes, address, emails }: (typeof before)[number]) => ({ name, notes, address, emails })
    const written = people.map(({ name, notes, address, emails }) => ({ name, notes, address, emails }))
    expect(before.map(details)).toEqual(written.toSorted((one, other) => (one.name < other.name ? -1 : 1)))
    const own = lin
    for (const [format, ending] of [
      ['csv', 'csv'],
      ['vcf3', 'vcf'],
      ['vcf4', 'vcf'],
    ] as const) {
      lin = own
      const { bytes } = await exported({ format })
      expect(await imported(`b.${ending}`, bytes), format).toMatchObject({ added: 0, skipped: 40, refused: 0 })
      lin = wang
      // Some of them share an address.
      const done = await imported(`b.${ending}`, bytes, { duplicates: 'both' })
      expect(done, format).toMatchObject({ added: 40, refused: 0 })
      expect(await held(wang), format).toEqual(before)
      expect(await undo(done.id), format).toMatchObject({ undone: 40, unchanged: 0 })
    }
  })

  it.each([
    ['csv', 'csv'],
    ['vcf3', 'vcf'],
    ['vcf4', 'vcf'],
  ] as const)('read again three times escapes nothing twice, and keeps each group one (%s)', async (format, ending) => {
    const text = 'a\\b;c,d\\n\n第二行 👩‍👩‍👧'
    const groups = await Promise.all(['A, B', 'C;D'].map((name) => post('addGroup', { name })))
    const ids = groups.map(({ group }) => v.parse(v.object({ id: v.string() }), group).id)
    await create({
      name: `王, ${text.slice(0, 7)}`,
      emails: one('a@x.test'),
      notes: text,
      company: 'a\\,b',
      groups: ids,
    })
    const before = await held(lin)
    expect(before).toMatchObject([{ notes: text, groups: ['A, B', 'C;D'] }])
    for (let pass = 1; pass <= 3; pass += 1) {
      const { bytes } = await exported({ format })
      const all = v.parse(allOf, await post('queryAllContacts', { known: '' }))
      await post('removeContacts', { ids: all.contacts.map(({ id }) => id) })
      for (const { id } of all.groups) await post('removeGroup', { id })
      expect(await held(lin)).toEqual([])
      expect(await imported(`a.${ending}`, bytes)).toMatchObject({ added: 1, refused: 0 })
      expect(await held(lin), `pass ${pass}`).toEqual(before)
    }
  })

  it('S28: is a table in which no cell begins a formula, with the mark by which Excel knows UTF-8', async () => {
    await create({ name: '=1+1', emails: one('a@x.test'), notes: '@SUM(A1)' })
    const { text, headers } = await exported({ format: 'csv' })
    expect(text).toMatch(/^\ufeff姓名,.*\r\n'=1\+1,/)
    expect(text).toContain(",'@SUM(A1),")
    expect(headers['content-disposition']).toContain(encodeURIComponent('通讯录.csv'))
  })

  it('S21: takes the person’s own alone, and is fetched by no other', async () => {
    const { id } = await create({ name: '王丽', emails: one('a@x.test') })
    expect(await post('startExport', { ids: [id], format: 'csv', language: 'zh-CN' }, wang)).toMatchObject({
      code: 'notFound',
    })
    const begun = await post('startExport', { group: 'of nobody', format: 'csv', language: 'zh-CN' })
    expect(begun).toMatchObject({ code: 'notFound' })
    const { id: file } = await post('startExport', { format: 'csv', language: 'zh-CN' })
    expect((await fetched('downloadContacts', { id: String(file) }, wang)).json).toMatchObject({ code: 'notFound' })
  })
})
