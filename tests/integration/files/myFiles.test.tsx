/** My files on their page. */
import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
// Fetched before the time of a test begins.
import '#src/features/files/FilesPage'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeCalls, type RawValues } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

openServer()

let gateway: TestGateway
afterEach(() => gateway.close())

async function opened(path = '/records') {
  gateway = await makeTestGateway()
  const calls = makeCalls(gateway)
  await gateway.account('lin@ep.test', { tier: 'soho' })
  const session = await calls.signIn('lin@ep.test')
  const post = async (call: string, form: RawValues = {}) =>
    (await calls.post(`files/${call}.action`, form, { session })).json
  return { ...(await renderApp(path, { as: 'lin', gateway })), post, session, calls }
}

const row = (name: RegExp) => screen.findByRole('row', { name })

describe('my files', () => {
  it('are empty at first; a folder is made, opened and left again', async () => {
    const { user } = await opened()
    expect(await screen.findByText('这个文件夹是空的')).toBeVisible()
    await user.click(screen.getByRole('button', { name: '新建文件夹' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(await dialog.findByRole('textbox', { name: '名称' }), '合/同')
    await user.click(dialog.getByRole('button', { name: '保存' }))
    expect(await dialog.findByText(/名称不能为空/)).toBeVisible()
    await user.clear(dialog.getByRole('textbox', { name: '名称' }))
    await user.type(dialog.getByRole('textbox', { name: '名称' }), '合同')
    await user.click(dialog.getByRole('button', { name: '保存' }))
    await user.click(within(await row(/^合同，文件夹/)).getByText('合同'))
    const path = within(await screen.findByRole('navigation', { name: '所在位置' }))
    expect(await path.findByText('合同')).toHaveAttribute('aria-current', 'location')
    await user.click(path.getByRole('button', { name: '我的文件' }))
    expect(await row(/^合同，文件夹/)).toBeVisible()
  })
})
