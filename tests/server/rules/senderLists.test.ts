/** The lists as a whole: pasted, shown in pages, sorted, removed, taken back; which of them wins, and whom they may not name. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits'
import { entryLines, listEntriesPerPage } from '#contract/mail/senderEntries'
import { makeCalls, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let lin: Signed

beforeEach(async () => {
  gateway = await makeTestGateway()
  calls = makeCalls(gateway)
  await gateway.account('lin@ep.test')
  lin = await calls.signIn('lin@ep.test')
})
afterEach(() => gateway.close())

const post = async (name: string, form: Record<string, string | readonly string[]>) =>
  (await calls.post(`mailFiltering/${name}.action`, form, { session: lin })).json
const add = (kind: string, ...entries: string[]) => post('addListEntries', { kind, entries })
const lists = (form: Record<string, string> = {}) =>
  post('senderLists', { query: '', order: 'newest', from: '0', ...form })
const entriesOf = async (form: Record<string, string> = {}) =>
  JSON.parse(JSON.stringify((await lists(form)).entries)).map(({ entry }: { entry: string }) => entry)

describe('entries of the lists', () => {
  it('are kept in one spelling, each once; what is wrong is named by its position and the rest stays', async () => {
    const typed = [
      'A <Spam@Bad.EXAMPLE>',
      'ｓｐａｍ＠ｂａｄ。example',
      '@例子.测试',
      'no address',
      '@com',
      'LIN@ep.test',
      '@EP.test',
    ]
    expect(await add('black', ...typed, 'wang@ep.test')).toEqual({
      code: '200',
      added: ['spam@bad.example', '@xn--fsqu00a.xn--0zwm56d', 'wang@ep.test'],
      already: ['spam@bad.example'],
      refused: [
        { at: 3, fault: 'invalid' },
        { at: 4, fault: 'invalid' },
        { at: 5, fault: 'ownAddress' },
        { at: 6, fault: 'ownDomain' },
      ],
      against: [],
    })
    expect(await add('white', '@ep.test')).toMatchObject({ added: [], refused: [{ at: 0, fault: 'ownDomain' }] })
    expect(await add('grey', 'a@b.example')).toMatchObject({ code: 'badField', field: 'kind' })
  })

  it('are found, filtered, sorted and told apart where both lists name them: the whitelist wins', async () => {
    await add('black', 'z@one.example', '@one.example', 'b@two.example')
    expect(await add('white', 'b@two.example', 'a@one.example')).toMatchObject({
      against: ['b@two.example', '@one.example'],
    })
    expect(await entriesOf({ kind: 'black' })).toEqual(['b@two.example', '@one.example', 'z@one.example'])
    expect(await entriesOf({ order: 'name', kind: 'black' })).toEqual([
      '@one.example',
      'z@one.example',
      'b@two.example',
    ])
    expect(await lists({ query: 'TWO', kind: 'black' })).toEqual({
      code: '200',
      entries: [{ entry: 'b@two.example', kind: 'black', against: 'b@two.example' }],
      total: 1,
      counts: { black: 3, white: 2 },
    })
    expect(await post('listedSenders', { addresses: ['B@two.example', 'z@one.example', 'c@three.example'] })).toEqual({
      code: '200',
      blocked: ['z@one.example'],
    })
  })

  it('are removed many at once, and the Undo puts them back', async () => {
    await add('black', 'a@one.example', 'b@one.example', 'c@one.example')
    await add('white', 'd@one.example')
    const removed = await post('removeListEntries', {
      black: ['A@one.example', 'c@one.example', 'nobody@one.example'],
      white: ['d@one.example'],
    })
    expect(removed).toEqual({ code: '200', black: ['a@one.example', 'c@one.example'], white: ['d@one.example'] })
    expect(await entriesOf()).toEqual(['b@one.example'])
    await post('takeBackDecision', { unblocked: ['a@one.example', 'c@one.example'], distrusted: ['d@one.example'] })
    expect(await lists()).toMatchObject({ total: 4, counts: { black: 3, white: 1 } })
  })

  it('are at most a thousand of a list, read in pages', async () => {
    const many = Array.from({ length: limits.listEntries - 1 }, (_, at) => `a${at}@many.example`)
    await add('black', ...many)
    expect(await add('black', 'x@many.example', 'y@many.example')).toMatchObject({
      added: ['x@many.example'],
      refused: [{ at: 1, fault: 'full' }],
    })
    const first = await entriesOf()
    expect(first).toHaveLength(listEntriesPerPage)
    expect(first[0]).toBe('x@many.example')
    expect(await entriesOf({ from: '950' })).toHaveLength(50)
  })

  it('that an earlier block made are listed, and removed as any other', async () => {
    const id = await gateway.deliver('lin@ep.test', 'From: s@bad.example\nSubject: A\n\nText\n')
    await post('decideSenders', { ids: [id], decision: 'block' })
    expect(await entriesOf()).toEqual(['s@bad.example'])
    expect((await lists()).counts).toEqual({ black: 1, white: 0 })
    await post('removeListEntries', { black: ['s@bad.example'] })
    expect((await lists()).total).toBe(0)
  })
})

describe('lines of a pasted list', () => {
  it('are parted by line ends, commas and semicolons of either width, without remarks', () => {
    expect(entryLines('\ufeffa@b.example, c@d.example\r\n# remark\n；@e.example # spam\n')).toEqual([
      { line: 1, typed: 'a@b.example' },
      { line: 1, typed: 'c@d.example' },
      { line: 3, typed: '@e.example' },
    ])
  })
})
