/** Contacts over the wire, and mail that bears the name of one without being theirs. */
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
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

const add = async (name: string, email: string, session = lin) =>
  (await calls.post('contact/addContact.action', { name, email }, { session })).json
const all = async (session = lin) => (await calls.post('contact/queryAllContacts.action', {}, { session })).json

describe('contacts', () => {
  it('are added and listed', async () => {
    expect(await all()).toEqual({ code: '200', groups: [], contacts: [] })
    const contact = {
      id: expect.any(String),
      name: '王丽',
      email: 'W@example.cn',
      phone: '',
      groups: [],
      starred: false,
    }
    expect(await add(' 王丽 ', ' W@example.cn ')).toEqual({ code: '200', contact })
    expect(await all()).toEqual({ code: '200', groups: [], contacts: [contact] })
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
    expect((await all()).contacts).toEqual([])
  })

  it('take an address from a message that nobody would type', async () => {
    expect(await add('Ken', 'ken..old.@phone.example')).toMatchObject({ code: '200' })
  })

  it('refuse a name that another bears', async () => {
    await add('王丽', 'w@example.cn')
    expect(await add('王丽', 'other@example.cn')).toEqual({
      code: 'contactExists',
      msg: 'errors:contactExists',
      field: 'name',
    })
  })

  it('refuse one too many', async () => {
    vi.spyOn(gateway.stores.contacts, 'add').mockResolvedValueOnce('full')
    expect(await add('王丽', 'w@example.cn')).toMatchObject({ code: 'contactsFull' })
  })

  it('S21: are each person’s own, and nobody’s without a session', async () => {
    await add('王丽', 'w@example.cn')
    expect((await all(await calls.signIn('anna@ep.test'))).contacts).toEqual([])
    expect((await calls.post('contact/queryAllContacts.action')).status).toBe(403)
    expect((await calls.post('contact/addContact.action', { name: 'A', email: 'a@b.cn' })).status).toBe(403)
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
    expect(await all()).toMatchObject({ groups: [made.group], contacts: [{ id: contact, groups: [idOf(made.group)] }] })
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
