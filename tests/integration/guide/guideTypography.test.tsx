/** `/typography`: tokens and contrasts as the page has them, in every skin. */
import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

openServer()

let gateway: TestGateway
let sheet: HTMLStyleElement
beforeEach(async () => {
  gateway = await makeTestGateway()
  // As the built page has them.
  sheet = document.head.appendChild(document.createElement('style'))
  sheet.textContent = ['tokens', 'skins'].map((name) => readFileSync(`src/app/theme/${name}.css`, 'utf8')).join('\n')
  runInThisContext(readFileSync('public/skin.js', 'utf8'))
})
afterEach(async () => {
  sheet.remove()
  for (const name of ['data-skin', 'data-dark']) document.documentElement.removeAttribute(name)
  await gateway.close()
})

const card = (value: string) => (_: string, element: Element | null) =>
  element?.tagName === 'LI' && element.textContent === `card${value}`

it.each([
  {
    language: 'zh-CN',
    title: '字体',
    forest: '森林',
    dark: '深色',
    first: '当前显示：默认，浅色',
    after: '当前显示：森林，深色',
    enough: /足够/,
    faint: /太淡/,
    sizes: '字号',
  },
  {
    language: 'en-US',
    title: 'Typography',
    forest: 'Forest',
    dark: 'Dark',
    first: 'Shown now: Default, Light',
    after: 'Shown now: Forest, Dark',
    enough: /enough/,
    faint: /too faint/,
    sizes: 'Sizes of text',
  },
])('shows the tokens of the skin that is shown, and follows another ($language)', async (say) => {
  window.localStorage.setItem('ep_language', JSON.stringify({ value: say.language, expires: null }))
  const { user, services } = await renderApp('/typography', { as: 'lin', gateway })
  await screen.findByRole('heading', { level: 1, name: say.title })
  await waitFor(() => expect(document.title).toContain(say.title))
  expect(await screen.findByText(say.first)).toBeVisible()
  expect(screen.getByText(card('#ffffff'))).toBeVisible()
  expect(screen.getAllByText(say.enough).length).toBeGreaterThan(40)
  expect(screen.queryByText(say.faint)).toBeNull()
  await user.click(screen.getByRole('radio', { name: say.forest }))
  await user.click(screen.getByRole('radio', { name: say.dark }))
  expect(await screen.findByText(say.after)).toBeVisible()
  expect(screen.getByText(card('#17201b'))).toBeVisible()
  expect(screen.queryByText(say.faint)).toBeNull()
  // It is this browser's look alone: the account's is chosen among the settings.
  expect(services.stored.get('ownLook')).toEqual({ skin: 'forest', mode: 'dark' })
  const account = await gateway.stores.accounts.byAddress('lin@ep.test')
  expect(await gateway.stores.settings.load(account?.id ?? '')).toEqual({})
})

it('says of a pair that cannot be told apart that it is too faint', async () => {
  sheet.textContent += '\n:root { --ep-text-3: #ddd }'
  await renderApp('/typography', { as: 'lin', gateway })
  expect((await screen.findAllByText(/太淡/)).length).toBeGreaterThanOrEqual(3)
})

it('shows every size, weight, corner and distance that some style sheet asks for', async () => {
  await renderApp('/typography', { as: 'lin', gateway })
  const sizes = within((await screen.findByRole('heading', { name: '字号' })).parentElement ?? document.body)
  const css = ['src/components/dialog/Dialog.css', 'src/features/guide/guide.css'].map((path) =>
    readFileSync(path, 'utf8'),
  )
  for (const [, size = ''] of css.join('').matchAll(/font-size: (\w+);/g)) expect(sizes.getByText(size)).toBeVisible()
  for (const name of ['字重', '间距', '圆角'])
    expect(screen.getByRole('heading', { name }).parentElement).toHaveTextContent(/\d+/)
})
