/** Templates in the settings: made, written anew, removed and saved again by Undo. */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
// Before any page asks for them: what is fetched on demand is slow to come the first time.
import '#src/features/compose/editor/TextEditor'
import '#src/features/templates/TemplatesSection'
import { openServer } from '../../support/browser/renderApp'
import { makeCalls, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { openedSection } from './settingsSetup'

openServer()

let gateway: TestGateway
let session: Signed
beforeEach(async () => {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
  session = await makeCalls(gateway).signIn('lin@ep.test')
})
afterEach(() => gateway.close())

const save = (name: string, html = '<p>您好</p>') =>
  makeCalls(gateway).post('template/saveTemplate.action', { name, subject: '问候', html }, { session })
async function stored() {
  const lin = (await gateway.stores.accounts.byAddress('lin@ep.test')) ?? expect.fail('no mailbox')
  const list = await gateway.stores.templates.list(lin.id)
  return Promise.all(list.map(({ id }) => gateway.stores.templates.find(lin.id, id)))
}

/** Lets the answers of a call wait until it is let go. */
function hold(path: string): () => void {
  const { fetch } = gateway
  let letGo: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const spy = vi.spyOn(gateway, 'fetch').mockImplementation(async (request) => {
    if (new URL(request.url).pathname.endsWith(path)) await held
    return fetch(request)
  })
  return () => {
    spy.mockRestore()
    letGo()
  }
}

const button = (name: string) => screen.findByRole('button', { name })
const editor = () => screen.findByRole('textbox', { name: '正文' })
const list = async () => within(await screen.findByRole('list', { name: '您的模板' }))

describe('templates in the settings', () => {
  it('are made with what is wrong beside its field, without pictures, as text', async () => {
    await save('报价')
    const { user } = await openedSection(gateway, 'templates')
    await user.click(await button('新建模板'))
    expect(screen.queryByRole('button', { name: /图片/ })).toBeNull()
    const name = await screen.findByLabelText('名称')
    await user.type(name, ' 报价 ')
    await user.click(await button('保存'))
    await screen.findByText('请先写正文')
    const box = await editor()
    await user.click(box)
    box.innerHTML = '<div>敬礼<img src="data:image/png;base64,AA=="></div>'
    await user.click(await button('保存'))
    await waitFor(() => expect(name).toHaveAccessibleDescription(/已有同名的模板/))
    expect(name).toHaveFocus()
    await user.clear(name)
    await user.paste('<b>落款</b>')
    await user.click(await button('保存'))
    await screen.findByText('已保存：<b>落款</b>')
    expect((await list()).getByText('<b>落款</b>')).toBeInTheDocument()
    expect(await stored()).toEqual([
      expect.objectContaining({ name: '<b>落款</b>', subject: '', html: '<div>敬礼</div>' }),
      expect.objectContaining({ name: '报价' }),
    ])
  })

  it('are written anew, removed, and saved again by Undo', async () => {
    await save('报价')
    await save('周报', '<p>本周</p>')
    const { user } = await openedSection(gateway, 'templates')
    await user.click(await button('编辑 报价'))
    await waitFor(async () => expect((await editor()).textContent).toBe('您好'))
    const box = await editor()
    // The editor takes the first change after its own beginning for its own.
    box.innerHTML = ''
    await user.click(box)
    box.innerHTML = '<div>您好，报价如下</div>'
    const name = screen.getByLabelText('名称')
    await user.clear(name)
    await user.type(name, '新报价')
    await user.click(await button('保存'))
    await screen.findByText('已保存：新报价')
    const [offer, weekly] = await stored()
    expect([weekly?.name, offer?.name, offer?.html]).toEqual(['周报', '新报价', '<div>您好，报价如下</div>'])
    await user.click(await button('删除 新报价'))
    await screen.findByText('已删除：新报价')
    expect((await list()).queryByText('新报价')).toBeNull()
    expect(await stored()).toEqual([weekly])
    const undo = await button('撤销')
    expect(undo).toHaveFocus()
    await user.click(undo)
    expect(await (await list()).findByText('新报价')).toBeInTheDocument()
    expect(await button('编辑 新报价')).toHaveFocus()
    expect(await stored()).toEqual([{ ...offer, id: expect.any(String) }, weekly])
    expect(screen.queryByRole('button', { name: '撤销' })).toBeNull()
  })

  it('are brought back once, after a removal that is under way', async () => {
    await save('报价')
    await save('周报')
    const { user } = await openedSection(gateway, 'templates')
    await user.click(await button('删除 报价'))
    await screen.findByText('已删除：报价')
    const letGo = hold('template/removeTemplate.action')
    await user.click(await button('删除 周报'))
    expect(await button('撤销')).toBeDisabled()
    letGo()
    await screen.findByText('已删除：周报')
    const undo = await button('撤销')
    const answer = hold('template/saveTemplate.action')
    await user.dblClick(undo)
    answer()
    expect(await (await list()).findByText('周报')).toBeInTheDocument()
    expect(screen.queryByText('已有同名的模板')).toBeNull()
    expect((await stored()).map((one) => one?.name)).toEqual(['周报'])
  })

  it('have the focus where the form was opened, and not on Undo of before', async () => {
    await save('报价')
    await save('周报')
    const { user } = await openedSection(gateway, 'templates')
    await user.click(await button('删除 周报'))
    expect(await button('撤销')).toHaveFocus()
    const letGo = hold('template/openTemplate.action')
    await user.click(await button('编辑 报价'))
    expect(document.body).not.toHaveFocus()
    letGo()
    await waitFor(() => expect(screen.getByLabelText('名称')).toHaveFocus())
    await user.click(await button('取消'))
    expect(await button('编辑 报价')).toHaveFocus()
    await user.click(await button('新建模板'))
    await user.click(await button('取消'))
    expect(await button('新建模板')).toHaveFocus()
  })

  it('ask before Cancel drops what was typed', async () => {
    await save('报价')
    const { user } = await openedSection(gateway, 'templates')
    await user.click(await button('编辑 报价'))
    await user.type(await screen.findByLabelText('名称'), '单')
    await user.click(await button('取消'))
    const question = within(await screen.findByRole('dialog', { name: '放弃修改？' }))
    await user.click(question.getByRole('button', { name: /取\s?消/ }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByLabelText('名称')).toHaveValue('报价单')
    await user.type(screen.getByLabelText('名称'), '{Backspace}')
    await user.click(await button('取消'))
    expect(await button('编辑 报价')).toHaveFocus()
    await user.click(await button('编辑 报价'))
    await user.type(await screen.findByLabelText('名称'), '单')
    await user.click(await button('取消'))
    const again = within(await screen.findByRole('dialog', { name: '放弃修改？' }))
    await user.click(again.getByRole('button', { name: /放\s?弃/ }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await button('编辑 报价')).toHaveFocus()
  })
})
