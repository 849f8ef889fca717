/** Export and closing in the settings, and the way back at the sign-in (docs/decisions/0063). */
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import '#src/features/leaving/CloseDialog'
import '#src/features/leaving/LeavingSection'
import '#src/features/session/secondStep/SecondStep'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway, testPassword } from '../../support/gateway/gateway'
import { openedSection } from '../settings/settingsSetup'

openServer()
let gateway: TestGateway
beforeEach(async () => {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
  await gateway.deliver('lin@ep.test', 'From: a@b.test\r\nSubject: one\r\n\r\ntext\r\n')
})
afterEach(() => gateway.close())

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

it('makes an archive, says how far it is, offers it, and deletes it', async () => {
  const { user } = await openedSection(gateway, 'leaving')
  expect(await screen.findByText(/所有设备立即退出登录/)).toBeVisible()
  await user.click(await screen.findByLabelText(/^eml/))
  await user.click(screen.getByRole('button', { name: '开始导出' }))
  await act(() => gateway.drain())
  expect(await screen.findByText(/导出已完成/, {}, { timeout: 4_000 })).toBeVisible()
  expect(screen.getByRole('button', { name: '下载' })).toBeEnabled()
  expect(screen.getByRole('button', { name: '重新导出' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: '删除' }))
  expect(await screen.findByRole('button', { name: '开始导出' })).toBeVisible()
})

it('closes the account with the password, and takes it back at the sign-in by a press', async () => {
  const { user, unmount } = await openedSection(gateway, 'leaving')
  await user.click(await screen.findByRole('button', { name: '注销账号…' }))
  await waitFor(() => expect(screen.getByLabelText('登录密码')).toHaveFocus())
  const submit = () => fireEvent.click(screen.getByRole('button', { name: '注销' }))
  submit()
  expect(await screen.findByText('请输入密码')).toBeVisible()
  type('登录密码', 'wrong')
  submit()
  expect(await screen.findByText('密码错误，请重新输入')).toBeVisible()
  type('登录密码', testPassword)
  submit()
  expect(await screen.findByText(/14 天内登录可撤回/)).toBeVisible()
  unmount()
  await renderApp('/login', { gateway })
  await screen.findByLabelText('账号')
  type('账号', 'lin')
  type('密码', testPassword)
  fireEvent.click(screen.getByRole('button', { name: '登录' }))
  const title = await screen.findByRole('heading', { name: '此账号已注销' })
  await waitFor(() => expect(title).toHaveFocus())
  expect(screen.getByText(/全部数据将于 2026.*彻底删除/)).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: '撤回注销' }))
  expect(await screen.findByText('注销已撤回，请重新登录。')).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: '返回登录' }))
  type('密码', testPassword)
  fireEvent.click(screen.getByRole('button', { name: '登录' }))
  expect(await screen.findByText('one')).toBeVisible()
})
