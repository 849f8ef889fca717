/** What a person sees where code that is fetched on demand does not arrive, and once the line is back. */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { overlayOpened } from '#src/store/shell/overlays'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway } from '../../support/gateway/gateway'
import { deliverPlain } from '../../support/mail/mailboxMails'
import { closeComposers, openedComposer } from '../compose/composeSetup'

openServer()
closeComposers()

const templates = '../../../src/features/compose/templates/TemplatesDialog'
const compose = '../../../src/features/compose'
const folders = '../../../src/features/folders'
const advanced = '../../../src/features/search/advanced/AdvancedDialog'
const exchange = '../../../src/features/transfer'
const reading = '../../../src/features/reading'
const composers = '../../../src/app/overlays/ComposersOverlay'
const leaving = '../../../src/app/overlays/LeavingOverlay'
const all = [templates, compose, folders, advanced, exchange, reading, composers, leaving]
afterEach(() => {
  for (const path of all) vi.doUnmock(path)
})

function cutOff(): object {
  throw new Error('the line is cut')
}

const told = '这部分没能加载，请检查网络后重试。'

// Before any other has the folders fetched.
it('keeps the folders when their menus do not arrive, and one press fetches them all', async () => {
  vi.doMock(folders, cutOff)
  const { user } = await renderApp('/receive', { as: 'cutfolders' })
  const again = await screen.findAllByRole('button', { name: '重新加载这部分' })
  expect(again.length).toBeGreaterThan(1)
  expect(screen.getByText(told)).toBeVisible()
  expect(screen.getByRole('link', { name: /草稿箱/ })).toBeVisible()
  vi.doUnmock(folders)
  await user.click(again[0] ?? document.body)
  expect(await screen.findByRole('button', { name: /^“已删除”的操作/ })).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('button', { name: '重新加载这部分' })).not.toBeInTheDocument())
  await waitFor(() => expect(screen.queryByText(told)).not.toBeInTheDocument())
})

it('keeps the words when a tool of the composer does not arrive, says so, and fetches it anew', async () => {
  const { user } = await openedComposer('cuttool')
  await user.type(screen.getByLabelText('主题'), '还在')
  vi.doMock(templates, cutOff)
  await user.click(screen.getByRole('button', { name: '模板' }))
  expect(await screen.findByText(told)).toBeVisible()
  expect(screen.getByLabelText('主题')).toHaveValue('还在')
  vi.doUnmock(templates)
  await user.click(screen.getByRole('button', { name: '模板' }))
  expect(await screen.findByRole('dialog', { name: '模板' })).toBeVisible()
})

it('keeps the page when what lies on top of it does not arrive, and fetches it anew', async () => {
  const { store } = await renderApp('/receive', { as: 'cutoverlay' })
  await screen.findByRole('button', { name: '写信' })
  vi.doMock(leaving, cutOff)
  store.dispatch(overlayOpened({ kind: 'leaving', count: 1 }))
  expect(await screen.findByText(told)).toBeVisible()
  expect(screen.getByRole('button', { name: '写信' })).toBeVisible()
  expect(store.getState().overlays.open).toEqual([])
  vi.doUnmock(leaving)
  store.dispatch(overlayOpened({ kind: 'leaving', count: 1 }))
  expect(await screen.findByRole('dialog', { name: '退出登录并删除未保存的内容？' })).toBeVisible()
})

it('keeps what is typed for a search when the advanced one does not arrive', async () => {
  const { user } = await renderApp('/receive', { as: 'cutsearch' })
  await user.type(await screen.findByRole('combobox', { name: '搜索关键词' }), '合同')
  vi.doMock(advanced, cutOff)
  await user.click(screen.getByRole('button', { name: '高级搜索' }))
  expect(await screen.findByText(told)).toBeVisible()
  expect(screen.getByRole('combobox', { name: '搜索关键词' })).toHaveValue('合同')
  vi.doUnmock(advanced)
  await user.click(screen.getByRole('button', { name: '高级搜索' }))
  expect(await screen.findByRole('dialog', { name: '高级搜索' })).toBeVisible()
})

it('keeps the list when the page of a mail or what a command needs does not arrive', async () => {
  const gateway = await makeTestGateway()
  await gateway.account('cutmail@ep.test')
  await deliverPlain(gateway, 'cutmail', { subject: 'One', from: 'Wang <wang@ep.test>' })
  const { user } = await renderApp('/receive', { as: 'cutmail', gateway })
  vi.doMock(reading, cutOff)
  await user.click(await screen.findByRole('row', { name: /One/ }))
  expect(await screen.findByText('这一页没能打开')).toBeVisible()
  expect(screen.getByRole('row', { name: /One/ })).toBeVisible()
  vi.doUnmock(reading)
  await user.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByRole('heading', { name: 'One' }, { timeout: 20_000 })).toBeVisible()
  vi.doMock(exchange, cutOff)
  await user.click(within(screen.getByRole('article')).getByRole('button', { name: '更多' }))
  await user.click(screen.getByRole('menuitem', { name: '另存为 .eml' }))
  expect(await screen.findByText(told)).toBeVisible()
  expect(screen.getByRole('heading', { name: 'One' })).toBeVisible()
})

it('writes one mail where the composers arrive only at the second press', async () => {
  const { user, store } = await renderApp('/receive', { as: 'cutdock' })
  await screen.findByRole('button', { name: '写信' })
  vi.doMock(composers, cutOff)
  await user.click(screen.getByRole('button', { name: '写信' }))
  expect(await screen.findByText(told)).toBeVisible()
  vi.doUnmock(composers)
  await user.click(screen.getByRole('button', { name: '写信' }))
  await screen.findByRole('dialog', { name: '写信：新邮件' }, { timeout: 20_000 })
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  await waitFor(() => expect(Object.keys(store.getState().compose?.open ?? {})).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: '保存并关闭' }))
  await waitFor(() => expect(store.getState().compose?.open).toEqual({}))
})

it('stays signed in and says so when what saves the words does not arrive', async () => {
  const { user, store } = await renderApp('/receive', { as: 'cutleave' })
  await user.click(await screen.findByRole('button', { name: '写信' }))
  const composer = await screen.findByRole('dialog', { name: '写信：新邮件' })
  await user.type(await within(composer).findByLabelText('主题'), '还在')
  vi.doMock(compose, cutOff)
  await user.click(screen.getByRole('button', { name: /cutleave/ }))
  await user.click(screen.getByRole('menuitem', { name: '退出登录' }))
  expect(await screen.findByText('连接不上服务器，您写的内容都还在。')).toBeVisible()
  expect(store.getState().session.status).toBe('signedIn')
  expect(screen.getByLabelText('主题')).toHaveValue('还在')
})
