/** The dialog of the settings, opened by the menu of the account. */
import { screen, within } from '@testing-library/react'
import type { Language } from '#src/lib/i18n/languages'
import { renderApp } from '../../support/browser/renderApp'
import type { TestGateway } from '../../support/gateway/gateway'

const words = {
  'zh-CN': { menu: /^账户菜单/, item: '邮件设置' },
  'en-US': { menu: /^Account menu/, item: 'Mail settings' },
} as const

export async function openedSettings(gateway: TestGateway, language: Language) {
  window.localStorage.setItem('ep_language', JSON.stringify({ value: language, expires: null }))
  const { menu, item } = words[language]
  const app = await renderApp('/receive', { as: 'lin', gateway })
  await app.user.click(await screen.findByRole('button', { name: menu }))
  await app.user.click(screen.getByRole('menuitem', { name: item }))
  return { ...app, dialog: within(await screen.findByRole('dialog', { name: item })) }
}
