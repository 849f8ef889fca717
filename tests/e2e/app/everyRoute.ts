/** Every route of the table, and how a journey goes to one without loading the app anew. */
import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { routeIds, routeTable } from '#contract/routes'
import { firstPages } from '#src/app/routes/pages'
import { rarePages } from '#src/app/routes/rarePages'
import type { Tongue } from '../shell'

export type Address = {
  readonly path: string
  /** The same for two addresses that show the same page. */
  readonly shows: object | string
  readonly title: Readonly<Record<Tongue, string>>
}

const titlesIn = (language: Tongue): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(`locales/${language}/titles.json`, 'utf8'))
const titles = { 'zh-CN': titlesIn('zh-CN'), 'en-US': titlesIn('en-US') }

const pages: Readonly<Record<string, object>> = { ...firstPages, ...rarePages }

export const addresses: readonly Address[] = routeIds.map((id) => {
  const spec = routeTable[id]
  const path = spec.path
    .replace(':viewName', 'junk')
    .replace(/\/:\w+\?$/, '')
    .replace('*', '/nowhere')
  const key = spec.title.replace('titles:', '')
  // A folder's own name stands there.
  if (spec.path.endsWith(':viewName')) return { path, shows: 'folder', title: { 'zh-CN': 'junk', 'en-US': 'junk' } }
  const title = { 'zh-CN': titles['zh-CN'][key] ?? key, 'en-US': titles['en-US'][key] ?? key }
  return { path, title, shows: pages[id] ?? 'fallback' }
})

/** Those that are there for whoever is not signed in, and lead on whoever is. */
export const doors = addresses.filter(({ path }) => ['/login', '/login_vip', '/pclogin'].includes(path))

/** All the others. */
export const within = addresses.filter((address) => !doors.includes(address))

/** One address for each page that is shown. */
export const eachPage = within.filter(({ shows }, at) => within.findIndex((one) => one.shows === shows) === at)

/** As a link within the app leads there; resolves when the page is there with all that it waits for. */
export async function goWithin(page: Page, { path, title }: Address, language: Tongue): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  // Until its code has come, the page before it stands there.
  await expect(page).toHaveTitle(new RegExp(`^(?:\\(\\d+\\) )?${title[language]} - `))
  await expect(page.locator('h1').first()).toBeAttached()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}
