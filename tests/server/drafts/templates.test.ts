/** Templates, call by call: what is refused, and whose they are. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { templateLimits } from '#contract/compose/templateRules'
import type { makeCalls, Signed } from '../../support/gateway/calls'
import type { TestGateway } from '../../support/gateway/gateway'
import { linAndWang } from '../../support/gateway/twoPeople'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let lin: Signed
let wang: Signed

beforeEach(async () => {
  ;({ gateway, calls, lin, wang } = await linAndWang())
})
afterEach(() => gateway.close())

const post = async (call: string, values: Record<string, string>, session = lin) =>
  (await calls.post(`template/${call}.action`, values, { session })).json
const save = (values: Record<string, string> = {}) =>
  post('saveTemplate', { name: 'Mine', html: '<b>Dear</b>', ...values })
const listed = async (session: Signed) => (await calls.get('template/templates.action', {}, { session })).json
const idOf = async (name: string): Promise<string> => {
  const { template } = await save({ name })
  if (typeof template !== 'object' || template === null || !('id' in template)) throw new Error(`${name} was not saved`)
  return String(template.id)
}

describe('a template', () => {
  it('is saved, told, opened, renamed and removed', async () => {
    expect(await save({ name: ' 报价 ', subject: '关于报价' })).toMatchObject({
      code: '200',
      template: { name: '报价', subject: '关于报价' },
    })
    const id = await idOf('Other')
    expect(await post('openTemplate', { id })).toMatchObject({ template: { id, subject: '', html: '<b>Dear</b>' } })
    expect(await post('renameTemplate', { id, name: 'Another' })).toMatchObject({ template: { name: 'Another' } })
    const anew = { id, name: 'Newest', subject: 'S', html: '<i>Hello</i>' }
    expect(await save(anew)).toMatchObject({ template: { id, name: 'Newest', subject: 'S' } })
    expect(await post('openTemplate', { id })).toMatchObject({ template: anew })
    expect(await save({ ...anew, name: '报价' })).toMatchObject({ code: 'templateNameTaken', field: 'name' })
    expect(await post('removeTemplate', { id })).toMatchObject({ code: '200' })
    expect(await save(anew)).toMatchObject({ code: 'notFound' })
    expect(await listed(lin)).toMatchObject({ templates: [{ name: '报价' }] })
  })

  it.each([
    [{ name: '  ' }, 'templateNameInvalid', 'name'],
    [{ name: '名'.repeat(51) }, 'templateNameInvalid', 'name'],
    [{ name: 'a\u0007b' }, 'templateNameInvalid', 'name'],
    [{ name: 'TAKEN' }, 'templateNameTaken', 'name'],
    [{ subject: 'a\nBcc: x' }, 'badField', 'subject'],
    [{ html: 'x'.repeat(templateLimits.htmlCharacters + 1) }, 'tooLarge', 'html'],
  ])('is refused: %o', async (values, code, field) => {
    await save({ name: 'Taken' })
    expect(await save(values)).toMatchObject({ code, field })
    expect(await listed(lin)).toMatchObject({ templates: [{ name: 'Taken' }] })
  })

  it('is one of at most fifty', async () => {
    for (let at = 1; at <= templateLimits.templates; at++) await save({ name: `T${at}` })
    expect(await save({ name: 'One more' })).toMatchObject({ code: 'templatesFull', msg: 'errors:templatesFull' })
  })

  it("S21: another person's is not there", async () => {
    const id = await idOf('Mine')
    expect(await listed(wang)).toMatchObject({ templates: [] })
    for (const call of ['openTemplate', 'saveTemplate', 'renameTemplate', 'removeTemplate'])
      expect(await post(call, { id, name: 'Taken over', html: 'x' }, wang)).toMatchObject({ code: 'notFound' })
    expect(await listed(lin)).toMatchObject({ templates: [{ name: 'Mine' }] })
  })
})
