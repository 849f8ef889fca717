import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Folder } from '#contract/shapes'
import { emptyRuleSet, type Rule } from '#server/core/rules/rules'
import type { makeCalls, RawValues, Signed } from '#tests/support/gateway/calls'
import type { TestGateway } from '#tests/support/gateway/gateway'
import { linAndWang } from '#tests/support/gateway/twoPeople'
import enUS from '../../../../locales/en-US/errors.json'
import zhCN from '../../../../locales/zh-CN/errors.json'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let lin: Signed
let wang: Signed

beforeEach(async () => {
  ;({ gateway, calls, lin, wang } = await linAndWang())
})
afterEach(() => gateway.close())

const ask = async (verb: string, values: RawValues, session = lin) =>
  (await calls.post(`folder/${verb}Folder.action`, values, { session })).json

async function add(name: string, parent?: string): Promise<string> {
  const json = await ask('add', { name, ...(parent === undefined ? {} : { parent }) })
  const { id } = json.folder as Folder // The contract's own reply, checked by the binding.
  return id
}

async function own(): Promise<readonly Folder[]> {
  const { json } = await calls.get('query/folderinfo.action', {}, { session: lin })
  // Likewise.
  return (json.folders as Folder[]).slice(7)
}

const names = async () => (await own()).map(({ name }) => name)

describe('a name', () => {
  it.each(['', 'a/b', 'a:b', ' a', 'a.', 'x'.repeat(25), '客'.repeat(13), 'a\u0007'])('%j is refused', async (name) => {
    const refusal = { code: 'folderNameInvalid', msg: 'errors:folderNameInvalid', field: 'name' }
    expect(await ask('add', { name })).toMatchObject(refusal)
    expect(await ask('rename', { folder: await add('Fine'), name })).toMatchObject(refusal)
  })

  it('of 24 characters or 12 Chinese ones is taken, and once', async () => {
    for (const name of ['x'.repeat(24), '客'.repeat(12)]) {
      await add(name)
      expect(await ask('add', { name })).toMatchObject({
        code: 'folderExists',
        msg: 'errors:folderExists',
        field: 'name',
      })
    }
    // The system's own words in either language would stand there twice, and only at the top.
    for (const name of ['收件箱', 'Inbox', 'ｓｅｎｔ', '定时邮件'])
      expect([name, (await ask('add', { name })).code]).toEqual([name, 'folderExists'])
    const play = await add('Play')
    expect(await ask('rename', { folder: play, name: '草稿箱' })).toMatchObject({ code: 'folderExists', field: 'name' })
    expect(await ask('add', { name: '收件箱', parent: play })).toMatchObject({ code: '200' })
    expect(await ask('rename', { folder: play, name: 'X'.repeat(24) })).toMatchObject({ code: 'folderExists' })
    expect(enUS.folderExists).toContain('the folder exists')
    expect(zhCN.folderExists).toContain('文件夹')
  })
})

describe('system folders', () => {
  it.each(['inbox', 'sent', 'draft', 'deleted', 'junk', 'flag', 'scheduled'])(
    '%s is neither renamed nor removed',
    async (folder) => {
      const refusal = { code: 'notAllowed', msg: 'errors:notAllowed' }
      expect(await ask('rename', { folder, name: 'Mine' })).toMatchObject(refusal)
      expect(await ask('remove', { folder, target: 'deleted' })).toMatchObject(refusal)
      expect(await ask('mark', { folder, pinned: 1 })).toMatchObject(refusal)
      expect(await ask('add', { name: 'In', parent: folder })).toMatchObject({ ...refusal, field: 'parent' })
    },
  )

  it('are emptied only where unwanted mail lies', async () => {
    await gateway.deliver('lin@ep.test', 'Subject: spam\n\nx', 'junk')
    expect(await ask('empty', { folder: 'junk' })).toMatchObject({ code: '200', count: 1, target: null })
    expect(await ask('empty', { folder: 'junk' })).toMatchObject({ count: 0 })
    for (const folder of ['inbox', 'sent', 'draft', 'flag'])
      expect(await ask('empty', { folder })).toMatchObject({ code: 'notAllowed' })
  })
})

describe('own folders', () => {
  it('S21: are nobody else’s', async () => {
    const work = await add('Work')
    for (const [verb, values] of [
      ['rename', { name: 'Mine' }],
      ['remove', { target: 'deleted' }],
      ['empty', {}],
      ['mark', { hidden: 1 }],
    ] as const)
      expect(await ask(verb, { folder: work, ...values }, wang)).toMatchObject({ code: 'notFound' })
    expect(await ask('add', { name: 'In', parent: work }, wang)).toMatchObject({ code: 'notFound', field: 'parent' })
    const { json } = await calls.post('folder/orderFolders.action', { folders: [work] }, { session: wang })
    expect(json).toMatchObject({ code: 'notFound' })
  })

  it('stand in one another five deep at the most, and never in themselves', async () => {
    let parent: string | undefined
    const made: string[] = []
    for (const name of ['1', '2', '3', '4', '5']) {
      parent = await add(name, parent)
      made.push(parent)
    }
    expect(await ask('add', { name: '6', parent: parent ?? '' })).toMatchObject({ code: 'notAllowed', field: 'parent' })
    expect(await ask('rename', { folder: made[0] ?? '', name: '1', parent: made[4] ?? '' })).toMatchObject({
      code: 'notAllowed',
    })
    const pair = await add('pair')
    await add('half', pair)
    expect(await ask('rename', { folder: pair, name: 'pair', parent: made[3] ?? '' })).toMatchObject({
      code: 'notAllowed',
    })
    expect(await ask('rename', { folder: pair, name: 'pair', parent: made[2] ?? '' })).toMatchObject({ code: '200' })
    expect(await names()).toEqual(['1', '2', '3', '4', '5', 'pair', 'half'])
    expect(await ask('rename', { folder: pair, name: 'Pair', parent: '' })).toMatchObject({ code: '200' })
    expect((await own()).find(({ id }) => id === pair)).toMatchObject({ name: 'Pair', parent: null })
  })

  it('stand as they were put in order, the pinned first', async () => {
    const [a, b, c] = [await add('a'), await add('b'), await add('c')]
    const inner = await add('inner', b)
    await calls.post('folder/orderFolders.action', { folders: [c, b, a] }, { session: lin })
    expect(await names()).toEqual(['c', 'b', 'inner', 'a'])
    await ask('mark', { folder: a, pinned: 1 })
    await ask('mark', { folder: c, hidden: 1 })
    expect((await own()).map(({ name, pinned, hidden, placed }) => [name, pinned, hidden, placed])).toEqual([
      ['a', true, undefined, true],
      ['c', undefined, true, true],
      ['b', undefined, undefined, true],
      ['inner', undefined, undefined, undefined],
    ])
    const mixed = await calls.post('folder/orderFolders.action', { folders: [a, inner] }, { session: lin })
    expect(mixed.json).toMatchObject({ code: 'notAllowed' })
  })

  it('are emptied into Deleted', async () => {
    const work = await add('Work')
    await gateway.deliver('lin@ep.test', 'Subject: one\n\nx', work)
    expect(await ask('empty', { folder: work })).toMatchObject({ count: 1, target: 'deleted' })
    const { json } = await calls.post('query/queryfolder2.action', { folder: 'deleted' }, { session: lin })
    expect(json).toMatchObject({ total: 1 })
  })
})

describe('a folder that goes', () => {
  const filing = (name: string, id: string, folder: string): Rule => ({
    id,
    name,
    isEnabled: true,
    match: 'all',
    conditions: [],
    actions: [{ kind: 'file', folder }],
    stops: false,
  })

  it('names what hangs on it, takes its mail to the target, and its rules are switched off', async () => {
    const account = await gateway.stores.accounts.byAddress('lin@ep.test')
    if (account === null || gateway.stores.rules === null) throw new Error('This gateway keeps rules itself')
    const work = await add('Work')
    const alpha = await add('Alpha', work)
    const play = await add('Play')
    await gateway.deliver('lin@ep.test', 'Subject: one\n\nx', alpha)
    const store = gateway.stores.rules.of(account)
    const rules = [filing('客户', 'r1', alpha), filing('games', 'r2', play)]
    await store.replace({ ...emptyRuleSet, rules }, (await store.load()).version)
    const uses = await calls.get('folder/folderUses.action', { folder: work }, { session: lin })
    expect(uses.json).toMatchObject({ mails: 1, beneath: ['Alpha'], rules: ['客户'] })
    for (const target of ['flag', 'sent', alpha])
      expect(await ask('remove', { folder: work, target })).toMatchObject({ code: 'notAllowed', field: 'target' })
    expect(await ask('remove', { folder: work, target: 'none' })).toMatchObject({ code: 'notFound', field: 'target' })
    expect(await ask('remove', { folder: work, target: play })).toMatchObject({ moved: 1, rules: ['客户'] })
    expect(await names()).toEqual(['Play'])
    expect((await own())[0]).toMatchObject({ total: 1, unread: 1 })
    expect((await store.load()).rules.rules).toEqual([{ ...filing('客户', 'r1', alpha), isEnabled: false }, rules[1]])
  })
})
