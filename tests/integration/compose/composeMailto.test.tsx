/** Mail links of other pages: followed into the composer, and offered to the browser in the settings. */
import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
// Before a test waits for them.
import '#src/features/settings/SettingsPages'
import '#src/features/settings/sections/MailLinkOffer'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { closeComposers, leavePage, leftOpen } from './composeSetup'

openServer()
closeComposers()

const follow = async (as: string, link: string) => {
  const app = await renderApp(`/writeMail?mailto=${encodeURIComponent(link)}`, { as })
  leftOpen(app.store)
  await screen.findByLabelText('主题')
  return app
}

describe('a mail link', () => {
  it('opens as a mail that names whom and what it says, and no draft is made of it alone', async () => {
    const { services, unmount, store } = await follow(
      'link',
      'mailto:wang@ep.test?cc=li@ep.test&subject=你好&body=一%0A二',
    )
    expect(screen.getByLabelText('主题')).toHaveValue('你好')
    expect(screen.getByRole('button', { name: '移除 wang@ep.test' })).toBeInTheDocument()
    expect(screen.getByRole('button', { name: '移除 li@ep.test' })).toBeInTheDocument()
    expect(screen.getByRole('textbox', { name: '正文' })).toHaveTextContent('一二')
    await leavePage({ store, unmount })
    expect(await services.localDrafts.ofAccount('link@ep.test')).toEqual([])
  })

  it('S24: that is another address opens an empty mail', async () => {
    await follow('hostile', 'javascript:alert(1)')
    expect(screen.getByLabelText('主题')).toHaveValue('')
    expect(screen.queryByRole('button', { name: /^移除/ })).not.toBeInTheDocument()
  })
})

describe('the settings', () => {
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'registerProtocolHandler')
  })

  it.each([
    ['zh-CN', '用此处打开其他网页的邮件链接', '请在浏览器的询问中选择允许。'],
    ['en-US', 'Open email links of other pages here', /Now answer your browser/],
  ] as const)('offer to open mail links here, %s', async (language, ask, asked) => {
    const register = vi.fn()
    Object.defineProperty(navigator, 'registerProtocolHandler', { value: register, configurable: true })
    window.localStorage.setItem('ep_language', JSON.stringify({ value: language, expires: null }))
    const { user } = await renderApp('/settingPc?section=writing', { as: `offer-${language.toLowerCase()}` })
    await user.click(await screen.findByRole('button', { name: ask }))
    expect(register).toHaveBeenCalledExactlyOnceWith('mailto', `${window.location.origin}/writeMail?mailto=%s`)
    expect(screen.getByText(asked)).toBeInTheDocument()
  })
})
