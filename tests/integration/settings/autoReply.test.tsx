/** The automatic reply in the settings: counted while typed, saved with its days, said in the frame of the app, and turned off there. */
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import '#src/features/autoReply/AutoReplySection'
import '#src/features/autoReply/AwayBanner'
import '#src/features/settings/SettingsPages'
import { openServer, renderApp } from '../../support/browser/renderApp'
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

const stored = async () => (await makeCalls(gateway).post('settings/autoReply.action', {}, { session })).json
const button = (name: string) => screen.findByRole('button', { name })

it('counts as the gateway does, refuses beside the field, and keeps what was written over another saving', async () => {
  const { user } = await openedSection(gateway, 'autoReply')
  await user.click(await screen.findByRole('radio', { name: '开启' }))
  await user.click(await button('保存'))
  const text = screen.getByLabelText('回复内容')
  await waitFor(() => expect(text).toHaveAccessibleDescription('请输入自动回复内容'))
  fireEvent.change(text, { target: { value: `👨‍👩‍👧\n${'字'.repeat(295)}` } })
  expect(await screen.findByText('301 / 300：超出长度')).toBeInTheDocument()
  await user.click(await button('保存'))
  await waitFor(() => expect(text).toHaveAccessibleDescription('自动回复最多 300 个字符'))
  fireEvent.change(text, { target: { value: `👨‍👩‍👧\n<b>${'字'.repeat(291)}` } })
  expect(await screen.findByText('300 / 300')).toBeInTheDocument()
  fireEvent.change(screen.getByLabelText('给联系人的回复'), { target: { value: '在海边' } })
  const firstDay = screen.getByLabelText('开始日期')
  await user.click(firstDay)
  fireEvent.change(firstDay, { target: { value: '2026-11-20' } })
  await user.keyboard('{Enter}')
  expect(firstDay).toHaveValue('2026-11-20')
  await user.click(await button('保存'))
  await screen.findByText('已保存：自动回复已开启')
  expect(await screen.findByText('正在自动回复。')).toBeInTheDocument()
  const first = await stored()
  expect(first).toMatchObject({
    isOn: true,
    contactText: '在海边',
    firstDay: '2026-11-20',
    lastDay: '',
    isActive: true,
  })
  await user.click(await button('保存'))
  await waitFor(async () => expect(await button('保存')).toBeEnabled())
  expect(await stored()).toEqual(first)
})

it('is said in the frame of the app, and turned off there', async () => {
  const form = { isOn: '1', text: 'x', contactText: '', firstDay: '', lastDay: '', zone: 'Asia/Shanghai' }
  await makeCalls(gateway).post('settings/saveAutoReply.action', form, { session })
  const { user } = await renderApp('/settingPc?section=autoReply', { as: 'lin', gateway })
  expect(await screen.findByText('自动回复已开启。')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: '修改' })).toHaveAttribute('href', '/settingPc?section=autoReply')
  const text = await screen.findByLabelText('回复内容')
  fireEvent.change(text, { target: { value: 'not saved yet' } })
  await user.click(screen.getByRole('button', { name: '关闭' }))
  await waitFor(() => expect(screen.queryByText('自动回复已开启。')).not.toBeInTheDocument())
  expect(await stored()).toMatchObject({ isOn: false, text: 'x' })
  await waitFor(() => expect(screen.getByRole('radio', { name: '关闭' })).toBeChecked())
  expect(text).toBeInTheDocument()
  expect(text).toHaveValue('not saved yet')
})
