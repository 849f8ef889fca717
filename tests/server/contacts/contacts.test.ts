/** Contacts over the wire, and mail that bears the name of one without being theirs. */
import sharp from 'sharp'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { contactLimits, contactRecord, noDetails } from '#contract/contacts/contactDetails'
import { allEndpoints } from '#contract/endpoints/index'
import { holdsControl } from '#contract/rules'
import { makeCalls, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let lin: Signed
beforeEach(async () => {
  gateway = await makeTestGateway()
  calls = makeCalls(gateway)
  await gateway.account('lin@ep.test')
  await gateway.account('anna@ep.test')
  lin = await calls.signIn('lin@ep.test')
})
afterEach(() => gateway.close())

const post = async (call: string, form: Readonly<Record<string, string | readonly string[]>>, session = lin) =>
  (await calls.post(`contact/${call}.action`, form, { session })).json
const add = (name: string, email: string, session = lin) => post('addContact', { name, email }, session)
const create = (contact: object, session = lin) => post('createContact', { contact: JSON.stringify(contact) }, session)
const all = (session = lin, known = '') => post('queryAllContacts', { known }, session)
const names = async (session = lin) => {
  const { contacts } = v.parse(v.object({ contacts: v.array(v.object({ name: v.string() })) }), await all(session))
  return contacts.map(({ name }) => name)
}
const one = (text: string, label = '') => [{ label, value: text }]

describe('contacts', () => {
  it('are added and listed', async () => {
    expect(await all()).toEqual({ code: '200', version: 'new', groups: [], contacts: [] })
    const contact = {
      ...noDetails,
      id: expect.any(String),
      version: 1,
      photo: '',
      name: '王丽',
      emails: one('W@example.cn'),
    }
    const came = await add(' 王丽 ', ' W@example.cn ')
    expect(came).toEqual({ code: '200', contact })
    const listed = { id: idOf(came.contact), name: '王丽', email: 'W@example.cn', starred: false, sortKey: 'wang li' }
    expect(await all()).toEqual({ code: '200', version: expect.any(String), groups: [], contacts: [listed] })
  })

  it('are told once, and only that they are unchanged after that', async () => {
    const empty = await all()
    expect(await all(lin, String(empty.version))).toMatchObject({ unchanged: true })
    await add('王丽', 'w@example.cn')
    const { version } = await all(lin, String(empty.version))
    expect(version).not.toBe(empty.version)
    expect(await all(lin, String(version))).toEqual({ code: '200', version, unchanged: true, groups: [], contacts: [] })
    await post('addGroup', { name: 'Club' })
    expect(await all(lin, String(version))).toMatchObject({ groups: [{ name: 'Club' }], contacts: [{}] })
  })

  it('S31: are kept without what could mislead the eye, and S2: otherwise letter by letter', async () => {
    const hostile = '<img src=x onerror=alert(1)>"; --'
    expect(await add(`\u202e${hostile}\u0007`, 'x@example.cn')).toMatchObject({ contact: { name: hostile } })
  })

  it.each([
    ['', 'w@example.cn', 'name'],
    [' \u202e\u200b ', 'w@example.cn', 'name'],
    ['n'.repeat(101), 'w@example.cn', 'name'],
    ['王丽', '', 'email'],
    ['王丽', 'no address', 'email'],
    ['王丽', 'a@b@c', 'email'],
    ['王丽', 'w@example.cn\r\nBcc: x@y.cn', 'email'],
  ])('refuse %j with %j by its field', async (name, email, field) => {
    expect(await add(name, email)).toMatchObject({ code: 'badField', field })
    expect(await names()).toEqual([])
  })

  it.each([
    [{ emails: one('w@example.cn') }, 'name'],
    [{ name: '王丽' }, 'emails.0'],
    [{ name: '王丽', emails: one('  ') }, 'emails.0'],
    [{ name: '王丽', emails: [...one('a@b.cn'), ...one('a@b.cn\nBcc: c@d.cn')] }, 'emails.1'],
    [{ name: '王丽', emails: one('a@b.cn', 'l'.repeat(41)) }, 'emails.0'],
    [{ name: '王丽', emails: Array.from({ length: 21 }, (_, at) => one(`a${at}@b.cn`)[0]) }, 'emails.20'],
    [{ name: '王丽', emails: one('a@b.cn'), phones: one('1'.repeat(61)) }, 'phones.0'],
    [{ name: '王丽', emails: one('a@b.cn'), birthday: '2001-02-29' }, 'birthday'],
    [{ name: '王丽', emails: one('a@b.cn'), birthday: 'May' }, 'birthday'],
    [{ name: '王丽', emails: one('a@b.cn'), notes: 'n'.repeat(4_001) }, 'notes'],
    [{ name: '王丽', emails: one('a@b.cn'), company: 'n'.repeat(201) }, 'company'],
    [{ name: '王丽', emails: 'a@b.cn' }, 'contact'],
  ])('with all fields refuse %j by %s', async (contact, field) => {
    expect(await create(contact)).toMatchObject({ code: 'badField', field })
    expect(await names()).toEqual([])
  })

  it('hold no line end where a header could be made of it; notes and addresses have lines', async () => {
    const breaks = 'a\r\nBcc: x\u2028b\u0085c\u0000d'
    const { contact } = await create({
      ...{ name: breaks, nickname: breaks, company: breaks, fax: breaks, postcode: 'a\nb', familyPhone: breaks },
      emails: one('w@example.cn', breaks),
      phones: one('1\n2', breaks),
      notes: 'one\r\ntwo\u2028three\u0000',
      address: 'one\n\ttwo',
    })
    const stored = v.parse(contactRecord, contact)
    for (const text of [stored.name, stored.nickname, stored.company, stored.fax, stored.postcode, stored.familyPhone])
      expect(holdsControl(text)).toBe(false)
    for (const { label, value } of [...stored.emails, ...stored.phones]) expect(holdsControl(label + value)).toBe(false)
    expect(stored).toMatchObject({ notes: 'one\ntwo\nthree', address: 'one\n two' })
  })

  it('have no address and no number twice', async () => {
    const emails = [...one('w@example.cn', 'work'), ...one('W@EXAMPLE.cn'), ...one('')]
    const phones = [...one('138-1'), ...one('1381', 'home'), ...one('x'), ...one('y')]
    const { contact } = await create({ name: '王丽', emails, phones })
    expect(contact).toMatchObject({ emails: one('w@example.cn', 'work') })
    expect(contact).toMatchObject({ phones: [...one('138-1'), ...one('x'), ...one('y')] })
  })

  it('take an address from a message that nobody would type', async () => {
    expect(await add('Ken', 'ken..old.@phone.example')).toMatchObject({ code: '200' })
  })

  it('refuse a name that another bears, and tell whose it is', async () => {
    const existing = idOf((await add('王丽', 'w@example.cn')).contact)
    const refused = { code: 'contactExists', msg: 'errors:contactExists', field: 'name', existing }
    expect(await add('王丽', 'other@example.cn')).toEqual(refused)
    expect(await create({ name: ' 王丽', emails: one('other@example.cn') })).toEqual(refused)
    const id = idOf((await add('Anna', 'anna@example.cn')).contact)
    expect(await post('editContact', { id, version: '1', changes: '{"name":"王丽"}' })).toEqual(refused)
  })

  it('are found by any of their addresses, with the names of their groups; S21: by their own person alone', async () => {
    const emails = [...one('w@example.cn'), ...one('li@home.example')]
    const id = idOf((await create({ name: '王丽', emails })).contact)
    await post('addGroup', { name: '<b>客户</b>', contacts: [id] })
    const found = { code: '200', contact: { id, name: '王丽' }, groups: ['<b>客户</b>'] }
    expect(await post('contactOf', { email: 'LI@home.example' })).toMatchObject(found)
    const nobody = { code: '200', contact: null, groups: [] }
    expect(await post('contactOf', { email: 'i@home.example' })).toEqual(nobody)
    const anna = await calls.signIn('anna@ep.test')
    expect(await post('contactOf', { email: 'li@home.example' }, anna)).toEqual(nobody)
  })

  it('of a message are added together: each once, none who is known, and never the person', async () => {
    await add('王丽', 'w@example.cn')
    const people = [
      { name: 'Somebody', address: 'W@example.cn' },
      { name: '王丽', address: 'other@example.cn' },
      { name: '\u202e<b>Bo</b>\r\nBcc: x', address: 'bo@example.cn' },
      { name: 'Bo again', address: 'BO@example.cn' },
      { name: ' ', address: 'bare@example.cn' },
      { name: 'Lin', address: 'lin@ep.test' },
      { name: 'No address', address: 'none' },
    ]
    expect(await post('addPeople', { people: JSON.stringify(people) })).toEqual({ code: '200', added: 3, known: 1 })
    const listed = await names()
    expect(listed.toSorted()).toEqual(
      ['<b>Bo</b> Bcc: x', 'bare@example.cn', '王丽', '王丽 (other@example.cn)'].toSorted(),
    )
    expect(await post('addPeople', { people: JSON.stringify(people) })).toEqual({ code: '200', added: 0, known: 4 })
    const many = Array.from({ length: contactLimits.peopleAdded + 1 }, () => people[0])
    expect(await post('addPeople', { people: JSON.stringify(many) })).toMatchObject({ code: 'badField' })
    vi.spyOn(gateway.stores.contacts, 'add').mockResolvedValueOnce({ is: 'full' })
    const next = JSON.stringify([{ name: 'Ann', address: 'ann@example.cn' }])
    expect(await post('addPeople', { people: next })).toMatchObject({ code: 'contactsFull' })
  })

  it('refuse one too many', async () => {
    vi.spyOn(gateway.stores.contacts, 'add').mockResolvedValueOnce({ is: 'full' })
    expect(await add('王丽', 'w@example.cn')).toMatchObject({ code: 'contactsFull' })
  })

  it('S21: are each person’s own, and nobody’s without a session', async () => {
    const id = idOf((await add('王丽', 'w@example.cn')).contact)
    const anna = await calls.signIn('anna@ep.test')
    expect(await names(anna)).toEqual([])
    const asked = [
      ['openContact', { id }],
      ['editContact', { id, version: '1', changes: '{"notes":"x"}' }],
      ['removeContacts', { ids: [id] }],
      ['mergeContacts', { ids: [id, 'other'] }],
      ['removePhoto', { id }],
      ['listContacts', { group: 'of nobody' }],
      ['undoContacts', { undo: 'of nobody' }],
    ] as const
    for (const [call, form] of asked) expect((await post(call, form, anna)).code, call).toBe('notFound')
    expect(await names()).toEqual(['王丽'])
    for (const entry of allEndpoints.filter(({ path, anonymous }) => path.startsWith('webmail/contact/') && !anonymous))
      expect((await calls.post(entry.path.replace('webmail/', ''))).status, entry.path).toBe(403)
  })
})

describe('a contact that is there', () => {
  const made = async () => v.parse(contactRecord, (await create({ name: '王丽', emails: one('w@example.cn') })).contact)
  const edit = (id: string, version: number, changes: object) =>
    post('editContact', { id, version: String(version), changes: JSON.stringify(changes) })

  it('is saved twice in one tab without a conflict, and keeps both texts of two', async () => {
    const { id, version } = await made()
    const first = v.parse(contactRecord, (await edit(id, version, { notes: 'one' })).contact)
    expect(await edit(id, first.version, { notes: 'two' })).toMatchObject({ code: '200', contact: { notes: 'two' } })
    expect(await edit(id, version, { company: 'C' })).toMatchObject({ contact: { notes: 'two', company: 'C' } })
    expect(await edit(id, version, { notes: 'of the other tab' })).toMatchObject({
      code: 'contactChanged',
      contact: { notes: 'two', version: 4 },
      fields: ['notes'],
    })
    expect(await post('openContact', { id })).toMatchObject({ contact: { notes: 'two', company: 'C' } })
  })

  it('refuses a field at fault, and changes nothing else', async () => {
    const { id } = await made()
    expect(await edit(id, 1, { notes: 'x', emails: [] })).toMatchObject({ code: 'badField', field: 'emails.0' })
    expect(await edit(id, 1, { name: ' ' })).toMatchObject({ code: 'badField', field: 'name' })
    expect(await post('openContact', { id })).toMatchObject({ contact: { notes: '', version: 1 } })
  })

  it('is removed, and given back within a day', async () => {
    const { id } = await made()
    const { undo, removed } = await post('removeContacts', { ids: [id] })
    expect(removed).toBe(1)
    expect(await names()).toEqual([])
    expect(await post('undoContacts', { undo: String(undo) })).toEqual({ code: '200', undone: 1, unchanged: 0 })
    expect(await names()).toEqual(['王丽'])
    const again = await post('removeContacts', { ids: [id] })
    gateway.clock.advance(contactLimits.undoMs + 1)
    lin = await calls.signIn('lin@ep.test')
    expect(await post('undoContacts', { undo: String(again.undo) })).toMatchObject({ code: 'notFound' })
  })

  it('is given back only where there is room', async () => {
    const { id } = await made()
    const { undo } = await post('removeContacts', { ids: [id] })
    vi.spyOn(gateway.stores.contacts, 'undo').mockResolvedValueOnce('full')
    expect(await post('undoContacts', { undo: String(undo) })).toMatchObject({ code: 'contactsFull' })
  })

  it('is starred with others', async () => {
    const { id } = await made()
    expect(await post('starContacts', { ids: [id, 'nobody'], starred: '1' })).toEqual({ code: '200', changed: 1 })
    expect(await all()).toMatchObject({ contacts: [{ starred: true }] })
    expect(await post('listContacts', { view: 'starred' })).toMatchObject({ total: 1, contacts: [{ id }], next: '' })
    expect(await post('contactIds', { view: 'starred' })).toEqual({ code: '200', ids: [id] })
  })

  it('is found by what is typed', async () => {
    await made()
    await add('Anna', 'anna@example.cn')
    expect(await post('listContacts', { typed: ' WL ' })).toMatchObject({ total: 1, contacts: [{ name: '王丽' }] })
    const first = await post('listContacts', { size: '1' })
    expect(first).toMatchObject({ total: 2, contacts: [{ name: 'Anna', sortKey: 'anna' }] })
    const second = await post('listContacts', { size: '1', cursor: String(first.next) })
    expect(second).toMatchObject({ total: 2, contacts: [{ name: '王丽' }], next: '' })
  })
})

describe('duplicates', () => {
  it('are found, merged, and separate again after Undo', async () => {
    const first = idOf((await add('Wang Li', 'w@example.cn')).contact)
    const second = idOf((await create({ name: '王丽', emails: one('W@example.cn'), notes: 'x' })).contact)
    const { sets } = await post('duplicateContacts', {})
    expect(sets).toMatchObject([{ shared: 'email', count: 2, contacts: [{}, {}] }])
    const ids = [second, first]
    const came = await post('mergeContacts', { ids, chosen: JSON.stringify({ name: 'Wang Li' }) })
    expect(came).toMatchObject({ code: '200', contact: { id: second, name: 'Wang Li', notes: 'x' } })
    expect(await post('duplicateContacts', {})).toMatchObject({ sets: [], next: '' })
    expect(await post('undoContacts', { undo: String(came.undo) })).toMatchObject({ undone: 2 })
    expect(await names()).toEqual(['Wang Li', '王丽'])
  })

  it('are merged from two on, into no name that a third bears, without a field at fault', async () => {
    const ids = [idOf((await add('A', 'a@example.cn')).contact), idOf((await add('B', 'b@example.cn')).contact)]
    const existing = idOf((await add('C', 'c@example.cn')).contact)
    const [id = ''] = ids
    expect(await post('mergeContacts', { ids: [id, id] })).toMatchObject({ code: 'badField', field: 'ids' })
    const taken = await post('mergeContacts', { ids, chosen: '{"name":"C"}' })
    expect(taken).toMatchObject({ code: 'contactExists', existing })
    expect(await post('mergeContacts', { ids, chosen: '{"birthday":"x"}' })).toMatchObject({ field: 'birthday' })
    vi.spyOn(gateway.stores.contacts, 'merge').mockResolvedValueOnce({ is: 'faulty', field: 'emails.20' })
    expect(await post('mergeContacts', { ids })).toMatchObject({ code: 'badField', field: 'emails.20' })
    expect(await names()).toEqual(['A', 'B', 'C'])
  })
})

describe('photos of contacts', () => {
  const plain = sharp({ create: { width: 9, height: 6, channels: 3, background: '#3060c0' } })
  const broken = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(50, 7)])
  let png: Buffer
  beforeEach(async () => {
    png = await plain.clone().png().toBuffer()
  })
  const put = (id: string, bytes: Buffer) =>
    gateway.fetch(
      new Request(`http://127.0.0.1/webmail/contact/putPhoto.action?id=${id}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${lin.token}`, 'content-type': 'application/octet-stream' },
        body: Uint8Array.from(bytes),
      }),
    )
  const show = (sid: unknown, photo: string) =>
    gateway.fetch(new Request(`http://127.0.0.1/webmail/contact/photo.action?sid=${sid}&photo=${photo}`))
  const ticket = async (session = lin) => (await calls.get('readmail/sid.action', {}, { session })).json.sid

  it('are put, shown by a ticket and taken away', async () => {
    const id = idOf((await add('王丽', 'w@example.cn')).contact)
    const { photo } = v.parse(v.object({ photo: v.string() }), await (await put(id, png)).json())
    expect(await post('listContacts', {})).toMatchObject({ contacts: [{ photo }] })
    const shown = await show(await ticket(), photo)
    expect(shown.headers.get('content-type')).toBe('image/jpeg')
    expect(await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).toMatchObject({ width: 9, height: 6 })
    expect(await (await show('no ticket', photo)).json()).toMatchObject({ code: 'ticketExpired' })
    const others = await ticket(await calls.signIn('anna@ep.test'))
    expect(await (await show(others, photo)).json()).toMatchObject({ code: 'notFound' })
    expect(await post('removePhoto', { id })).toEqual({ code: '200' })
    expect(await post('openContact', { id })).toMatchObject({ contact: { photo: '' } })
  })

  it('S29: are written anew, small and upright, without what the file told of its place', async () => {
    const id = idOf((await add('王丽', 'w@example.cn')).contact)
    const secret = { IFD0: { Copyright: 'of nobody', Make: 'Camera' } }
    const turned = await plain
      .clone()
      .resize(900, 600)
      .withExif(secret)
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(turned.includes('of nobody')).toBe(true)
    const { photo } = v.parse(v.object({ photo: v.string() }), await (await put(id, turned)).json())
    const kept = Buffer.from(await (await show(await ticket(), photo)).arrayBuffer())
    const { width, height, exif, orientation } = await sharp(kept).metadata()
    expect([width, height, exif, orientation]).toEqual([341, 512, undefined, undefined])
    expect(kept.includes('of nobody')).toBe(false)
  })

  it('S29: are pictures by their bytes, no larger than may be, of an own contact', async () => {
    const id = idOf((await add('王丽', 'w@example.cn')).contact)
    const refused = [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'imageRefused'],
      [Buffer.from('GIF89a'), 'imageRefused'],
      [broken, 'imageRefused'],
      [Buffer.alloc(0), 'imageRefused'],
      [Buffer.concat([png, Buffer.alloc(contactLimits.photoBytes)]), 'tooLarge'],
    ] as const
    for (const [bytes, code] of refused) expect(await (await put(id, bytes)).json()).toMatchObject({ code })
    expect(await (await put('nobody', png)).json()).toMatchObject({ code: 'notFound' })
    vi.spyOn(gateway.stores.contactPhotos, 'put').mockResolvedValueOnce({ is: 'full' })
    expect(await (await put(id, png)).json()).toMatchObject({ code: 'quotaExceeded' })
  })
})

describe('people who were written to', () => {
  it('stand apart from contacts, and can be forgotten', async () => {
    const owner = await gateway.stores.accounts.byAddress('lin@ep.test')
    const people = ['Known@example.cn', 'new@example.cn'].map((address) => ({ name: '', address }))
    await gateway.stores.recentRecipients.note(owner?.id ?? '', people, { now: 1, most: 9 })
    await create({ name: '王丽', emails: [...one('w@example.cn'), ...one('known@example.cn')] })
    const collected = { name: '', address: 'new@example.cn', uses: 1 }
    expect(await post('collectedPeople', {})).toEqual({ code: '200', people: [collected] })
    expect(await post('listContacts', { view: 'recent' })).toMatchObject({ contacts: [{ name: '王丽' }] })
    expect(await post('removeCollected', { addresses: ['NEW@example.cn', 'x'] })).toEqual({ code: '200', removed: 1 })
    expect(await post('collectedPeople', {})).toEqual({ code: '200', people: [] })
  })

  it('are collected as they are written to, or contacts alone where the person wants no more', async () => {
    const collected = async () => {
      const { people } = await post('collectedPeople', {})
      return v.parse(v.array(v.object({ address: v.string() })), people).map(({ address }) => address)
    }
    const send = async (to: readonly string[], idempotencyKey: string) => {
      const form = { to, subject: 's', html: '', idempotencyKey }
      expect((await calls.post('writemail/sendMail.action', form, { session: lin })).json.code).toBe('200')
    }
    await add('Anna', 'anna@ep.test')
    await calls.post('settings/change.action', { collect: 'off' }, { session: lin })
    await send(['anna@ep.test', 'lin@ep.test'], 'one')
    expect(await collected()).toEqual([])
    expect(await post('listContacts', { view: 'recent' })).toMatchObject({ contacts: [{ name: 'Anna' }] })
    await calls.post('settings/change.action', { collect: 'on' }, { session: lin })
    await send(['lin@ep.test'], 'two')
    expect(await collected()).toEqual(['lin@ep.test'])
  })
})

/** The id of what an answer names. */
const idOf = (named: unknown) => v.parse(v.object({ id: v.string() }), named).id

describe('groups of contacts', () => {
  const group = async (name: string, contacts: readonly string[] = [], session = lin) =>
    (await calls.post('contact/addGroup.action', { name, contacts }, { session })).json
  const members = async (id: string, session = lin) =>
    (await calls.post('contact/groupMembers.action', { id }, { session })).json

  it('are made of contacts, listed with their number, and tell who is in them', async () => {
    const contact = idOf((await add('王丽', 'w@example.cn')).contact)
    const made = await group(' 项目组 ', [contact, 'nobody'])
    expect(made).toEqual({ code: '200', group: { id: expect.any(String), name: '项目组', members: 1 } })
    expect(await all()).toMatchObject({ groups: [made.group] })
    expect(await post('listContacts', { group: idOf(made.group) })).toMatchObject({
      contacts: [{ id: contact }],
      total: 1,
    })
    expect(await members(idOf(made.group))).toEqual({
      code: '200',
      name: '项目组',
      people: [{ name: '王丽', address: 'w@example.cn' }],
    })
    expect(await members('no such')).toMatchObject({ code: 'notFound' })
  })

  it('refuse a name that another bears, no name, one that is too long, and one group too many', async () => {
    await group('Club')
    expect(await group('ＣＬＵＢ')).toEqual({ code: 'groupExists', msg: 'errors:groupExists', field: 'name' })
    for (const name of ['', ' \u202e ', 'n'.repeat(51)])
      expect(await group(name)).toMatchObject({ code: 'badField', field: 'name' })
    vi.spyOn(gateway.stores.contactGroups, 'add').mockResolvedValueOnce('full')
    expect(await group('Other')).toMatchObject({ code: 'groupsFull' })
  })

  it('are renamed, filled, emptied and removed', async () => {
    const contact = idOf((await add('王丽', 'w@example.cn')).contact)
    const id = idOf((await group('Club')).group)
    await group('Other')
    expect(await post('renameGroup', { id, name: 'OTHER' })).toMatchObject({ code: 'groupExists', field: 'name' })
    expect(await post('renameGroup', { id, name: '' })).toMatchObject({ code: 'badField', field: 'name' })
    expect(await post('renameGroup', { id, name: 'a\r\nb' })).toMatchObject({ group: { id, name: 'a b', members: 0 } })
    const put = (member: string, into = id) => post('groupContacts', { id: into, contacts: [contact], member })
    expect(await put('1')).toEqual({ code: '200', changed: 1 })
    expect(await post('openContact', { id: contact })).toMatchObject({ contact: { groups: [id], version: 1 } })
    expect(await put('0')).toEqual({ code: '200', changed: 1 })
    expect(await put('1', 'no such')).toMatchObject({ code: 'notFound' })
    expect(await post('removeGroup', { id })).toEqual({ code: '200' })
    for (const call of ['removeGroup', 'renameGroup'])
      expect(await post(call, { id, name: 'X' })).toMatchObject({ code: 'notFound' })
    expect(await names()).toEqual(['王丽'])
  })

  it('S21: are each person’s own, and nobody’s without a session', async () => {
    const contact = idOf((await add('王丽', 'w@example.cn')).contact)
    const made = await group('Club', [contact])
    const anna = await calls.signIn('anna@ep.test')
    expect(await members(idOf(made.group), anna)).toMatchObject({ code: 'notFound' })
    expect(await group('Mine', [contact], anna)).toMatchObject({ group: { members: 0 } })
    expect((await calls.post('contact/groupMembers.action', { id: idOf(made.group) })).status).toBe(403)
    expect((await calls.post('contact/addGroup.action', { name: 'A' })).status).toBe(403)
  })
})

describe('S31: a mail that bears a contact’s name', () => {
  const shown = async (from: string, into = 'inbox') => {
    const id = await gateway.deliver('lin@ep.test', `From: ${from}\nTo: lin@ep.test\nSubject: Hi\n\nHi\n`, into)
    const { json } = await calls.post('readmail/showMail.action', { id }, { session: lin })
    return json.mail
  }
  const known = { knownName: { name: 'Wang Li', address: 'wang@example.cn' } }

  it('from another address is told, whatever the case and the width', async () => {
    await add('Wang Li', 'wang@example.cn')
    expect(await shown('Wang Li <thief@elsewhere.example>')).toMatchObject(known)
    expect(await shown('wang  LI <thief@elsewhere.example>')).toMatchObject(known)
    expect(await shown('=?utf-8?B?77y377yh77yu77ynIOKAi0xp?= <thief@elsewhere.example>')).toMatchObject(known)
  })

  it.each([
    ['from the contact’s own address', 'Wang Li <WANG@example.cn>'],
    ['that is another', 'Wang Lin <thief@elsewhere.example>'],
    ['that is none', 'thief@elsewhere.example'],
    ['from the person’s own address', 'Wang Li <lin@ep.test>'],
  ])('%s is not', async (_, from) => {
    await add('Wang Li', 'wang@example.cn')
    expect(await shown(from)).not.toHaveProperty('knownName')
  })

  it('from any address of the contact is not', async () => {
    await create({ name: 'Wang Li', emails: [...one('wang@example.cn'), ...one('wang@home.example')] })
    expect(await shown('Wang Li <Wang@home.example>')).not.toHaveProperty('knownName')
    expect(await shown('Wang Li <thief@elsewhere.example>')).toMatchObject(known)
  })

  it('from another contact’s address is not: they are known by it', async () => {
    await add('Wang Li', 'wang@example.cn')
    await add('Wang Li (home)', 'home@example.cn')
    expect(await shown('Wang Li <home@example.cn>')).not.toHaveProperty('knownName')
  })

  it('S21: of somebody else’s contact is not', async () => {
    await add('Wang Li', 'wang@example.cn', await calls.signIn('anna@ep.test'))
    expect(await shown('Wang Li <thief@elsewhere.example>')).not.toHaveProperty('knownName')
  })
})
