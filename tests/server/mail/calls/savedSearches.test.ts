/** Searches under names, call by call: what is refused, and whose they are. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { makeCalls, Signed } from '#tests/support/gateway/calls'
import type { TestGateway } from '#tests/support/gateway/gateway'
import { linAndWang } from '#tests/support/gateway/twoPeople'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let lin: Signed
let wang: Signed

beforeEach(async () => {
  ;({ gateway, calls, lin, wang } = await linAndWang())
})
afterEach(() => gateway.close())

const save = async (values: Record<string, string>) =>
  (
    await calls.post(
      'search/saveSearch.action',
      { name: 'Mine', keyword: 'offer', location: 'all', ...values },
      { session: lin },
    )
  ).json
const listed = async (session: Signed) => (await calls.get('search/namedSearches.action', {}, { session })).json
const idOf = async (name: string): Promise<string> => {
  const { search } = await save({ name })
  if (typeof search !== 'object' || search === null || !('id' in search)) throw new Error(`${name} was not saved`)
  return String(search.id)
}

describe('a search under a name', () => {
  it('is saved without the spaces around it, told, renamed and removed', async () => {
    const wanted = { name: ' 未读发票 ', keyword: ' 发票 is:unread ', location: 'subject', folder: 'inbox' }
    const search = { name: '未读发票', keyword: '发票 is:unread', location: 'subject', folder: 'inbox' }
    expect(await save(wanted)).toMatchObject({ code: '200', search })
    const id = await idOf('Other')
    const renamed = await calls.post('search/renameSearch.action', { id, name: 'Another' }, { session: lin })
    expect(renamed.json).toMatchObject({ code: '200', search: { id, name: 'Another', folder: null } })
    expect((await calls.post('search/removeSearch.action', { id }, { session: lin })).json).toMatchObject({
      code: '200',
    })
    expect(await listed(lin)).toMatchObject({ searches: [search] })
  })

  it.each([
    [{ name: '  ' }, 'searchNameInvalid', 'name'],
    [{ name: '名'.repeat(51) }, 'searchNameInvalid', 'name'],
    [{ name: 'a\u0007b' }, 'searchNameInvalid', 'name'],
    [{ name: 'TAKEN' }, 'searchNameTaken', 'name'],
    [{ keyword: ' 发 ' }, 'keywordTooShort', 'keyword'],
    [{ keyword: 'a\nb' }, 'badField', 'keyword'],
    [{ keyword: 'a'.repeat(2_001) }, 'badField', 'keyword'],
    [{ location: 'nowhere' }, 'badField', 'location'],
  ])('is refused: %o', async (values, code, field) => {
    await save({ name: 'Taken' })
    expect(await save(values)).toMatchObject({ code, field })
    expect(await listed(lin)).toMatchObject({ searches: [{ name: 'Taken' }] })
  })

  it('is one of at most fifty', async () => {
    for (let at = 1; at <= 50; at++)
      expect(await save({ name: `${'名'.repeat(47)}${at}` })).toMatchObject({ code: '200' })
    expect(await save({ name: 'One more' })).toMatchObject({
      code: 'savedSearchesFull',
      msg: 'errors:savedSearchesFull',
    })
  })

  it("S21: another person's is not there", async () => {
    const id = await idOf('Mine')
    expect(await listed(wang)).toMatchObject({ searches: [] })
    for (const call of ['renameSearch', 'removeSearch']) {
      const answer = await calls.post(`search/${call}.action`, { id, name: 'Taken over' }, { session: wang })
      expect(answer.json).toMatchObject({ code: 'notFound' })
    }
    expect(await listed(lin)).toMatchObject({ searches: [{ name: 'Mine' }] })
  })
})
