/** Changing the password among the settings (SPEC §5, TRUST S20). */
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changePassword } from '#contract/endpoints/session/password'
import { readStoredToken } from '#src/store/session/storedSession'
import { mock } from '../../support/browser/overMsw'
import { openServer, server } from '../../support/browser/renderApp'
import { makeCalls } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway, testPassword } from '../../support/gateway/gateway'
import { openedSection } from '../settings/settingsSetup'

openServer()
let gateway: TestGateway
beforeEach(async () => {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
})
afterEach(() => gateway.close())

const words = {
  'zh-CN': {
    old: '旧密码',
    fresh: '新密码',
    again: '再次输入新密码',
    change: '修改',
    changed: '密码已修改，其他地方的登录已结束。',
    oldEmpty: '请输入旧密码',
    weak: '密码须为 8–16 个字符，且含大写字母、小写字母、数字、符号中的三种',
    differ: '两次输入的新密码不一致',
    same: '新密码不能与旧密码相同',
    wrong: '旧密码错误，密码没有修改',
    cannot: '密码由邮件服务器保管，请在那里修改',
  },
  'en-US': {
    old: 'Old password',
    fresh: 'New password',
    again: 'New password again',
    change: 'Change',
    changed: 'The password was changed, and you were signed out everywhere else.',
    oldEmpty: 'Enter the old password',
    weak: 'A password has 8 to 16 characters of at least three kinds: capitals, small letters, digits, symbols',
    differ: 'The two new passwords differ',
    same: 'The new password must differ from the old one',
    wrong: 'The old password is wrong. The password was not changed',
    cannot: 'Your password is kept by the mail server. Please change it there',
  },
} as const

describe.each(['zh-CN', 'en-US'] as const)('in %s', (language) => {
  const say = words[language]

  async function opened() {
    const app = await openedSection(gateway, 'password', language)
    const field = (name: string) => screen.getByLabelText(name)
    await app.user.click(await screen.findByLabelText(say.old))
    return { ...app, field }
  }

  it('S20: asks for the old password, says beside each field what is wrong, and ends the other sign-ins, by keyboard', async () => {
    const { user, field, services, store } = await opened()
    const other = await makeCalls(gateway).signIn('lin@ep.test')
    await user.keyboard('{Enter}')
    expect(await screen.findByText(say.oldEmpty)).toHaveAttribute('role', 'alert')
    expect(field(say.old)).toHaveFocus()
    await user.keyboard('not-the-One1{Tab}weak{Enter}')
    expect(await screen.findByText(say.weak)).toHaveAttribute('role', 'alert')
    expect(field(say.fresh)).toHaveFocus()
    await user.clear(field(say.fresh))
    await user.keyboard('Another-pass1{Tab}Another-pass2{Enter}')
    expect(await screen.findByText(say.differ)).toHaveAttribute('role', 'alert')
    expect(field(say.again)).toHaveFocus()
    await user.keyboard('{Backspace}1{Enter}')
    expect(await screen.findByText(say.wrong)).toHaveAttribute('role', 'alert')
    expect(field(say.old)).toHaveFocus()
    await user.clear(field(say.old))
    await user.keyboard('Another-pass1{Enter}')
    expect(await screen.findByText(say.same)).toHaveAttribute('role', 'alert')
    expect(field(say.fresh)).toHaveFocus()
    await user.clear(field(say.old))
    await user.type(field(say.old), `${testPassword}{Enter}`)
    const message = await screen.findByText(say.changed)
    expect(message).toHaveAttribute('role', 'status')
    await waitFor(() => expect(message).toHaveFocus())
    for (const name of [say.old, say.fresh, say.again]) expect(field(name)).toHaveValue('')
    await user.type(field(say.old), 'x')
    expect(message).toBeEmptyDOMElement()
    const heartbeat = (session: { token: string }) => makeCalls(gateway).get('main/heartbeat.action', {}, { session })
    expect((await heartbeat(other)).status).toBe(403)
    const [, token = ''] = readStoredToken(services.stored)?.split(' ') ?? []
    expect((await heartbeat({ token })).status).toBe(200)
    const kept = JSON.stringify([store.getState(), { ...window.localStorage }, { ...window.sessionStorage }])
    for (const secret of [testPassword, 'Another-pass']) expect(kept).not.toContain(secret)
  })

  it('says where a mail server keeps the password, and keeps what was typed', async () => {
    const { user, field } = await opened()
    server.use(mock(changePassword, { code: 'serverCannot' }))
    await user.type(field(say.old), testPassword)
    await user.type(field(say.fresh), 'Another-pass1')
    await user.type(field(say.again), 'Another-pass1{Enter}')
    expect(await screen.findByText(say.cannot)).toHaveAttribute('role', 'alert')
    expect(field(say.fresh)).toHaveValue('Another-pass1')
  })
})
