/** A forgotten password, as a person meets it: by the secure mailbox, and by the secure phone. */
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import '#src/features/session/reset/ResetPage'
import '#src/features/verification/VerifyPage'
import { takeSms } from '#server/phone/receiveSms'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { makeKeepingRelay, secretIn } from '../../support/mail/relayed'

openServer()

const phone = '13800000000'
let gateway: TestGateway
let relay: ReturnType<typeof makeKeepingRelay>
let lin: string
let shown: string
beforeEach(async () => {
  relay = makeKeepingRelay()
  gateway = await makeTestGateway({
    relay: relay.relay,
    env: { SMS_NUMBER: '106900001' },
    paintCaptcha: async (text) => {
      shown = text
      return Buffer.from(text)
    },
  })
  lin = (await gateway.account('lin@ep.test')).id
})
afterEach(() => gateway.close())

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const fill = (name: string, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } })

/** jsdom fetches no picture: the address that the page has of it is asked for here. */
async function answerCaptcha(label: string) {
  await screen.findByLabelText(label)
  const address = document.querySelector('.captcha-row img')?.getAttribute('src') ?? ''
  const { pathname, search } = new URL(address, window.location.href)
  await gateway.handle({ method: 'GET', path: pathname, query: search.slice(1), remoteAddress: '192.0.2.1' })
  fill(label, shown)
}

it('sets a new password by the link of the secure mailbox, and leads to the sign-in', async () => {
  await gateway.stores.secureMailboxes.ask(lin, 'lin@far.example')
  await gateway.stores.secureMailboxes.confirm(lin, 'lin@far.example', 1)
  const { user, unmount } = await renderApp('/login', { gateway })
  await user.click(await screen.findByRole('link', { name: '忘记密码？' }))
  await screen.findByRole('heading', { name: '忘记密码' })
  await answerCaptcha('图中的字符')
  await user.click(await button('下一步'))
  expect(await screen.findByText('请输入账号')).toHaveAttribute('role', 'alert')
  fill('账号', 'lin@ep.test')
  await user.click(await button('下一步'))
  await user.click(await button('向 l***@far.example 发送链接'))
  const heading = await screen.findByRole('heading', { name: '请查收邮件' })
  await waitFor(() => expect(heading).toHaveFocus())
  unmount()
  await gateway.drain()
  const opened = await renderApp(`/verify#t=${secretIn(relay.sent[0]?.raw ?? '')}`, { gateway })
  await opened.user.click(await button('继续'))
  await screen.findByRole('heading', { name: '设置新密码' })
  fill('新密码', 'Qwer1234!')
  fill('再次输入新密码', 'Qwer1234')
  await opened.user.click(await button('设置新密码'))
  expect(await screen.findByText('两次输入的新密码不一致')).toHaveAttribute('role', 'alert')
  fill('再次输入新密码', 'Qwer1234!')
  await opened.user.click(await button('设置新密码'))
  expect(await screen.findByText('这个密码太常见，容易被猜到，请换一个')).toHaveAttribute('role', 'alert')
  fill('新密码', 'Another-pass1')
  fill('再次输入新密码', 'Another-pass1')
  await opened.user.click(await button('设置新密码'))
  expect(await screen.findByText(/新密码已生效/)).toBeVisible()
  expect(screen.getByRole('link', { name: '返回登录' })).toHaveAttribute('href', '/login')
})

it('sets one by a text message of the secure phone, says when it counts, and that nothing is bound, in English', async () => {
  window.localStorage.setItem('ep_language', JSON.stringify({ value: 'en-US', expires: null }))
  await gateway.stores.phones.bind(lin, phone, gateway.clock.now())
  const { user } = await renderApp('/resetPassword', { gateway })
  await screen.findByRole('heading', { name: 'Forgotten password' })
  await answerCaptcha('Characters in the picture')
  fill('Account', 'nobody@ep.test')
  await user.click(await button('Next'))
  expect(await screen.findByText(/There is no secure phone or secure mailbox/)).toBeVisible()
  await user.click(await button('Another address'))
  await answerCaptcha('Characters in the picture')
  fill('Account', 'lin@ep.test')
  await user.click(await button('Next'))
  await user.click(await button('Send a text message from 138****0000'))
  await user.click(await button('Can’t scan? Send the message yourself'))
  const code = (await screen.findByText(/^\d{6}$/)).textContent
  await takeSms(gateway.stores, { from: phone, text: code ?? '' })
  await user.click(await button('Done'))
  await screen.findByRole('heading', { name: 'Set a new password' })
  fill('New password', 'Another-pass1')
  fill('New password again', 'Another-pass1')
  await user.click(await button('Set new password'))
  expect(await screen.findByText(/The new password counts in 24 hours/)).toBeVisible()
})

it('says whom to ask where a mail server has the passwords', async () => {
  await gateway.close()
  const env = { IMAP_URL: 'imap://127.0.0.1:1', SECRET_KEY: Buffer.alloc(32, 7).toString('base64') }
  gateway = await makeTestGateway({ env, mailLogin: { tryPassword: async () => true } })
  await renderApp('/resetPassword', { gateway })
  expect(await screen.findByText(/请联系该服务器的管理员/)).toBeVisible()
})
