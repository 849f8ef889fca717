/** Binding a phone in two tabs of one browser (SPEC §4): one code at a time, one answer, and nobody is asked twice. */
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { putOffPhone } from '#contract/endpoints/session/phone'
import { runSmsCommand } from '#server/cli/playCommand'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeCalls } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

openServer()

const phone = '13800000000'
let gateway: TestGateway
let asked: string[]
let other: BroadcastChannel
let heard: unknown[]
beforeEach(async () => {
  gateway = await makeTestGateway({ env: { SMS_NUMBER: '106900001' } })
  asked = []
  const { fetch } = gateway
  vi.spyOn(gateway, 'fetch').mockImplementation((request) => {
    asked.push(new URL(request.url).pathname.slice(1))
    return fetch(request)
  })
  other = new BroadcastChannel('ep_phone')
  heard = []
  other.onmessage = ({ data }: MessageEvent<unknown>) => heard.push(data)
})
afterEach(async () => {
  vi.useRealTimers()
  other.close()
  await gateway.close()
})

const word = (event: string, of: string, username = 'lin@ep.test') => ({ username, event, phone: of })

/** The dialog of this tab; `other` stands for the one beside it. */
async function offered() {
  const app = await renderApp('/receive', { as: 'lin', gateway })
  await app.user.click(await screen.findByRole('link', { name: /^已发送/ }))
  const dialog = within(await screen.findByRole('dialog', { name: '绑定手机' }))
  return { ...app, dialog, field: dialog.getByLabelText('手机号') }
}

/** As the other tab does it at the gateway. */
async function askFor(number: string): Promise<string> {
  const calls = makeCalls(gateway)
  const session = await calls.signIn('lin@ep.test')
  return String((await calls.get('vipBindPhone/bindPhone', { phone: number }, { session })).json.msg)
}

describe('in two tabs', () => {
  it('closes the empty dialog of the one when the other is put off, and puts nothing off twice', async () => {
    await offered()
    other.postMessage(word('later', '', 'somebody.else@ep.test'))
    other.postMessage({ event: 'whatever' })
    other.postMessage(word('later', ''))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(asked).not.toContain(putOffPhone.path)
  })

  it('tells the other that it is put off, and keeps a number that is being typed there', async () => {
    const { user, dialog, field } = await offered()
    await user.type(field, '138')
    other.postMessage(word('later', ''))
    other.postMessage(word('asked', phone))
    await user.type(field, '0')
    expect(field).toHaveValue('1380')
    await user.click(dialog.getByRole('button', { name: '以后再说' }))
    const bar = within(await screen.findByRole('region', { name: '绑定手机' }))
    await user.click(bar.getByRole('button', { name: '以后再说' }))
    await waitFor(() => expect(heard).toEqual([word('later', '')]))
  })

  it('shows the code that the other has asked for anew, and binds with it', async () => {
    const { user, dialog, field } = await offered()
    await user.type(field, phone)
    await user.click(await dialog.findByRole('button', { name: '不便扫码？手动发送短信' }))
    const first = await askFor(phone)
    expect(dialog.getByText(first)).toBeVisible()
    expect(heard).toEqual([word('asked', phone)])
    gateway.clock.advance(10 * 60_000 + 1)
    const second = await askFor(phone)
    other.postMessage(word('asked', phone))
    expect(await dialog.findByText(second)).toBeVisible()
    expect(dialog.queryByText(first)).toBeNull()
    // Only what the person asks for is told: two tabs would answer each other without an end.
    expect(heard).toEqual([word('asked', phone)])
    await runSmsCommand(gateway.stores, [phone, second])
    await user.click(dialog.getByRole('button', { name: '完成' }))
    expect(await screen.findByText('手机 13800000000 绑定成功。')).toBeVisible()
    await waitFor(() => expect(heard).toEqual([word('asked', phone), word('bound', phone)]))
  })

  it('says that its code is void once the other asks for another phone', async () => {
    const { user, dialog, field } = await offered()
    await user.type(field, phone)
    await dialog.findByRole('img', { name: '短信二维码' })
    await askFor('13900000000')
    other.postMessage(word('asked', '13900000000'))
    expect(await dialog.findByText('验证码已过期！')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: '刷新' }))
    await dialog.findByRole('img', { name: '短信二维码' })
    other.postMessage(word('bound', '13900000000'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(asked).not.toContain(putOffPhone.path)
  })

  it('lets the one that looks find the message itself', async () => {
    const { user, dialog, field } = await offered()
    await user.type(field, phone)
    await dialog.findByRole('img', { name: '短信二维码' })
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await user.click(dialog.getByRole('button', { name: '完成' }))
    await dialog.findByText('未检出到您的验证码，请确认您已发送成功')
    await runSmsCommand(gateway.stores, [phone, await askFor(phone)])
    other.postMessage(word('bound', phone))
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(await screen.findByText('手机 13800000000 绑定成功。')).toBeVisible()
  })
})
