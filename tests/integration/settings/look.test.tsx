/** Skin and language follow the account, unless this browser has a choice of its own. */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { choose } from './settingsSetup'

openServer()

let gateway: TestGateway
let shown: unknown = null
const listen = (event: Event) => {
  shown = event instanceof CustomEvent ? event.detail : null
}
beforeEach(async () => {
  shown = null
  window.addEventListener('ep-skin', listen)
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
})
afterEach(() => gateway.close())

const speak = (value: string) => window.localStorage.setItem('ep_language', JSON.stringify({ value, expires: null }))
const keptHere = (name: string): unknown => JSON.parse(window.localStorage.getItem(`ep_${name}`) ?? 'null')?.value
const keptThere = async () =>
  gateway.stores.settings.load((await gateway.stores.accounts.byAddress('lin@ep.test'))?.id ?? '')
const change = async (chosen: Readonly<Record<string, string>>) =>
  gateway.stores.settings.change((await gateway.stores.accounts.byAddress('lin@ep.test'))?.id ?? '', chosen)

it.each([
  { language: 'zh-CN', menu: '皮肤', star: '星夜', light: '浅色', natural: '随皮肤' },
  { language: 'en-US', menu: 'Skin', star: 'Star', light: 'Light', natural: 'As the skin is made' },
])('a skin is chosen by keyboard in $language, shows at once and is kept in this browser alone', async (say) => {
  speak(say.language)
  const { user } = await renderApp('/receive', { as: 'lin', gateway })
  const button = await screen.findByRole('button', { name: say.menu })
  await waitFor(() => expect(shown).toEqual({ skin: 'default', mode: 'natural' }))
  button.focus()
  await user.keyboard('{Enter}')
  const menu = within(await screen.findByRole('menu', { name: say.menu }))
  expect(menu.getByRole('menuitemradio', { name: say.natural })).toBeChecked()
  expect(menu.getByRole('menuitemradio', { name: say.star })).not.toBeChecked()
  await user.keyboard('{ArrowDown}{Enter}')
  expect(shown).toEqual({ skin: 'star', mode: 'natural' })
  expect(keptHere('ownLook')).toEqual({ skin: 'star' })
  await user.click(button)
  await user.click(await screen.findByRole('menuitemradio', { name: say.light }))
  expect(shown).toEqual({ skin: 'star', mode: 'light' })
  expect(keptHere('ownLook')).toEqual({ skin: 'star', mode: 'light' })
  expect(await keptThere()).toEqual({})
})

it('the account brings its skin and language to a browser that has others', async () => {
  await change({ skin: 'forest', mode: 'dark', language: 'en-US' })
  await renderApp('/receive', { as: 'lin', gateway })
  expect(await screen.findByRole('button', { name: 'Skin' })).toBeVisible()
  await waitFor(() => expect(shown).toEqual({ skin: 'forest', mode: 'dark' }))
  expect(keptHere('language')).toBe('en-US')
  expect(document.documentElement.lang).toBe('en-US')
})

it('the language switches without a reload, for this browser alone, and stays after a sign-out', async () => {
  await change({ language: 'zh-CN', skin: 'coast' })
  const { user, reload } = await renderApp('/receive', { as: 'lin', gateway })
  await user.click(await screen.findByRole('button', { name: 'English' }))
  expect(await screen.findByRole('button', { name: /^Account menu/ })).toBeVisible()
  await waitFor(() => expect(document.documentElement.lang).toBe('en-US'))
  await user.click(await screen.findByRole('button', { name: 'Skin' }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Forest' }))
  expect(await keptThere()).toEqual({ language: 'zh-CN', skin: 'coast' })
  expect(reload).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: /^Account menu/ }))
  await user.click(screen.getByRole('menuitem', { name: 'Sign out' }))
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(shown).toMatchObject({ skin: 'forest' })
  expect(keptHere('ownLook')).toEqual({ skin: 'forest' })
})

it('a language chosen before the sign-in counts for more than the account’s, until the person follows the account', async () => {
  await change({ language: 'zh-CN' })
  const { user } = await renderApp('/login', { gateway })
  await user.click(await screen.findByRole('button', { name: 'English' }))
  await user.type(await screen.findByLabelText('Account'), 'lin@ep.test')
  await user.type(screen.getByLabelText('Password'), 'Passw0rd!a{Enter}')
  await user.click(await screen.findByRole('button', { name: /^Account menu/ }))
  await user.click(screen.getByRole('menuitem', { name: 'Settings' }))
  await user.click(await screen.findByRole('link', { name: /^Language and appearance/ }))
  await user.click(await screen.findByRole('button', { name: 'Use the account’s' }))
  expect(await screen.findByRole('heading', { level: 1, name: '语言与外观' })).toBeVisible()
  expect(keptHere('ownLanguage')).toBe(false)
  expect(await keptThere()).toEqual({ language: 'zh-CN' })
})

it('a choice for the account shows in this browser at once, whatever it had of its own', async () => {
  window.localStorage.setItem('ep_ownLook', JSON.stringify({ value: { skin: 'star', mode: 'odd' }, expires: null }))
  await renderApp('/Environment', { as: 'lin', gateway })
  await waitFor(() => expect(shown).toEqual({ skin: 'star', mode: 'natural' }))
  await choose('皮肤', '海岸')
  await waitFor(() => expect(shown).toEqual({ skin: 'coast', mode: 'natural' }))
  expect(await keptThere()).toEqual({ skin: 'coast' })
})

it('whoever leaves takes the skin along, and the language stays', async () => {
  await change({ skin: 'star', language: 'en-US' })
  const { user } = await renderApp('/receive', { as: 'lin', gateway })
  await waitFor(() => expect(shown).toEqual({ skin: 'star', mode: 'natural' }))
  await user.click(await screen.findByRole('button', { name: /^Account menu/ }))
  await user.click(screen.getByRole('menuitem', { name: 'Sign out' }))
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(shown).toEqual({ skin: 'default', mode: 'natural' })
  expect(Object.keys(window.localStorage)).toEqual(['ep_language'])
})
