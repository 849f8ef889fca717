import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { sendNow, takeBackSend } from '#contract/endpoints/sending/planned'
import type { Settings } from '#contract/settings'
import '#src/features/sending/result/SuccessPage'
import '#src/features/sending/schedule/ScheduleDialog'
import { mock } from '../../support/browser/overMsw'
import { openServer, renderApp, server } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { sendOption } from '../compose/composeSetup'

openServer()

let gateway: TestGateway
afterEach(() => gateway.close())

const minute = 60_000
const press = (name: string) => screen.getByRole('button', { name })
const waiting = async (folder: 'outbox' | 'scheduled') => {
  const owner = await gateway.stores.accounts.byAddress('lin@ep.test')
  if (owner === null) throw new Error('There is no mailbox')
  const query = { page: 1, pageSize: 10, sort: 'date', order: 'desc', filter: 'all' } as const
  return (await gateway.stores.mailStores.of(owner).page({ folder, ...query }))?.list ?? []
}

async function written(to: string, chosen: Partial<Settings> = {}) {
  gateway = await makeTestGateway()
  await gateway.stores.settings.change((await gateway.account('lin@ep.test')).id, chosen)
  await gateway.account('wang@ep.test')
  await gateway.account('bea@ep.test')
  const app = await renderApp('/writeMail', { as: 'lin', gateway })
  await app.user.type(await screen.findByLabelText('收件人'), `${to} `)
  await app.user.type(screen.getByLabelText('主题'), '合同')
  return app
}

describe('a mail that was just sent', () => {
  it('says that it goes, counts down, and is a draft again when it is undone', async () => {
    const { user } = await written('wang@ep.test')
    await user.click(press('发送'))
    const card = within(await screen.findByRole('region', { name: '正在发送的邮件' }))
    await waitFor(() => expect(card.getByRole('status')).toHaveTextContent('正在发送“合同”'))
    expect(card.getByText('10 秒')).toBeInTheDocument()
    expect(await waiting('outbox')).toHaveLength(1)
    // From the page that came after it is written on beside the desk.
    await waitFor(() => expect(window.location.pathname).toBe('/Success'))
    await screen.findByRole('navigation', { name: '邮件文件夹' })
    await user.click(card.getByRole('button', { name: '撤销' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: '正在发送的邮件' })).not.toBeInTheDocument())
    expect(await screen.findByLabelText('主题')).toHaveValue('合同')
    expect(within(screen.getByRole('dialog', { name: '写信：合同' })).getByText('wang@ep.test')).toBeInTheDocument()
    expect(await waiting('outbox')).toHaveLength(0)
  })

  it('is said to be sent only once the gateway has handed it over', async () => {
    const { user } = await written('wang@ep.test')
    await user.click(press('发送'))
    await user.click(await screen.findByRole('button', { name: '立即发送' }))
    expect(await screen.findByText('已发送：“合同”')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: '撤销' })).not.toBeInTheDocument()
  })

  it('does not pretend to be undone when it is too late', async () => {
    const { user } = await written('wang@ep.test')
    server.use(mock(takeBackSend, { code: 'tooLateToTakeBack', msg: 'errors:tooLateToTakeBack' }))
    await user.click(press('发送'))
    await user.click(await screen.findByRole('button', { name: '撤销' }))
    expect(await screen.findByText('邮件已开始发送，无法撤回')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: '撤销' })).not.toBeInTheDocument()
  })

  it('can still be undone when the line was cut while it was to be sent at once', async () => {
    const { user } = await written('wang@ep.test')
    server.use(mock(sendNow, 'unreachable'))
    await user.click(press('发送'))
    await user.click(await screen.findByRole('button', { name: '立即发送' }))
    expect(await screen.findByRole('button', { name: '撤销' })).toBeInTheDocument()
  })
})

describe('a mail for later', () => {
  it('takes a time that is offered, can be changed, and stands among the scheduled mails', async () => {
    const { user } = await written('wang@ep.test')
    await user.click(await sendOption(user, 'button', '定时发送'))
    const dialog = within(await screen.findByRole('dialog', { name: '定时发送' }))
    await user.click(dialog.getByRole('button', { name: /一小时后/ }))
    expect(screen.getByRole('button', { name: /^定时发送：/ })).toBeInTheDocument()
    await user.click(press('定时发送'))
    expect(await screen.findByRole('heading', { name: /^邮件将于 .* 发送$/ })).toBeInTheDocument()
    const page = within(screen.getByRole('main'))
    expect(page.getByRole('link', { name: '定时邮件' })).toHaveAttribute('href', '/folder/scheduled')
    expect(await waiting('scheduled')).toMatchObject([
      { subject: '合同', scheduledAt: gateway.clock.now() + 60 * minute },
    ])
    expect(screen.queryByRole('button', { name: '撤销' })).not.toBeInTheDocument()
  })

  it('takes the time at which work begins, by the days, hours and zone of the person', async () => {
    const work = { workDays: '3', workHours: '07:15-16:00', zone: 'Asia/Tokyo' }
    const { user } = await written('wang@ep.test', work)
    await user.click(await sendOption(user, 'button', '定时发送'))
    const dialog = within(await screen.findByRole('dialog', { name: '定时发送' }))
    await user.click(dialog.getByRole('button', { name: /^工作时间开始时/ }))
    await user.click(press('定时发送'))
    await screen.findByRole('heading', { name: /^邮件将于 .* 发送$/ })
    expect(await waiting('scheduled')).toMatchObject([{ scheduledAt: Date.parse('2026-11-24T22:15:00Z') }])
  })

  it('names what is wrong with a time beside it, at the dialog and when it has passed meanwhile', async () => {
    const { user } = await written('wang@ep.test')
    await user.click(await sendOption(user, 'button', '定时发送'))
    const dialog = within(await screen.findByRole('dialog', { name: '定时发送' }))
    const field = dialog.getByLabelText('其他时间')
    await user.clear(field)
    await user.type(field, '2020-01-01{Enter}')
    await user.click(dialog.getByRole('button', { name: '使用这个时间' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('定时发送的时间至少要在 2 分钟之后')
    expect(field).toHaveAccessibleDescription(/最多提前 90 天.*至少要在 2 分钟之后/)
    expect(field).toHaveFocus()
    expect(field).toBeInvalid()
    await user.click(dialog.getByRole('button', { name: /一小时后/ }))
    gateway.clock.advance(59 * minute)
    await user.click(press('定时发送'))
    expect(await screen.findByText('定时发送的时间至少要在 2 分钟之后')).toBeInTheDocument()
    await user.click(press('取消定时'))
    expect(press('发送')).toBeInTheDocument()
    expect(screen.queryByText('定时发送的时间至少要在 2 分钟之后')).not.toBeInTheDocument()
  })
})

describe('a mail for each', () => {
  it('puts everybody into one line, says how many mails go, and asks for that', async () => {
    const { user } = await written('wang@ep.test')
    await user.click(press('添加抄送'))
    await user.type(screen.getByLabelText('抄送'), 'bea@ep.test ')
    await user.click(await sendOption(user, 'checkbox', '分别发送'))
    expect(screen.queryByLabelText('抄送')).not.toBeInTheDocument()
    expect(screen.getByLabelText('分别发给')).toBeInTheDocument()
    expect(screen.getByText('将发出 2 封邮件，收件人互相看不到')).toBeInTheDocument()
    await user.click(press('发送'))
    expect(await screen.findByText('已分别发给 2 人')).toBeInTheDocument()
  })

  it('offers another try for those whom it did not reach', async () => {
    const { user } = await written('wang@ep.test')
    const owner = await gateway.stores.accounts.byAddress('wang@ep.test')
    await user.click(press('发送'))
    await screen.findByRole('button', { name: '立即发送' })
    // The mailbox is gone by the time at which the mail goes.
    if (owner !== null) await gateway.stores.accounts.remove(owner.id)
    await user.click(press('立即发送'))
    expect(await screen.findByText('“合同”未能送达所有收件人')).toBeInTheDocument()
    await gateway.account('wang@ep.test')
    await user.click(await screen.findByRole('button', { name: '重新发送给未送达的收件人' }))
    expect(await screen.findByText('已送达')).toBeInTheDocument()
  })
})
