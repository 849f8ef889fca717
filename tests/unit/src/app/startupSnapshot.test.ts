/** `public/former-sight.js`, run as the page runs it, while the page is still being read. */
import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { StartupSnapshot } from '#src/app/startupSnapshot/saveSnapshot'
import type { Snapshot } from '#src/app/startupSnapshot/takeSnapshot'
import { removeStartupSnapshot } from '#src/lib/startupSnapshot/removeStartupSnapshot'

const script = readFileSync('public/former-sight.js', 'utf8')

const of = (name: string, within: readonly Snapshot[], attributes: Record<string, string> = {}): Snapshot => ({
  name,
  attributes,
  within,
})
const list = of(
  'div',
  [of('table', [of('tr', [of('td', ['合同 <b>']), of('svg', [of('path', [], { d: 'M0 0' })])])])],
  {
    class: 'layout-root',
    style: 'block-size: 8px',
  },
)
const kept: StartupSnapshot = {
  account: 'lin@ep.test',
  path: '/receive',
  build: '/assets/index-1.js',
  language: 'zh-CN',
  width: window.innerWidth,
  height: window.innerHeight,
  styles: [],
  drawn: list,
}

const keep = (name: string, value: unknown, expires: number | null = null) =>
  window.localStorage.setItem(`ep_${name}`, JSON.stringify({ value, expires }))

beforeEach(() => {
  document.head.innerHTML = ''
  document.body.innerHTML = ''
  window.history.replaceState(null, '', '/receive')
  keep('tokenList', { tokenType: 'Bearer', accessToken: 'x' })
  keep('userInfo', { username: 'lin@ep.test', displayName: '林' })
})
afterEach(() => {
  endNow()
  document.head.innerHTML = ''
  document.body.innerHTML = ''
})

function endNow() {
  window.dispatchEvent(new Event('ep-sight-over'))
}

/** Reads the rest of the page: the app's script, and then its root. */
async function readOn() {
  const entry = document.createElement('script')
  entry.type = 'module'
  entry.setAttribute('src', '/assets/index-1.js')
  document.head.append(entry)
  const root = document.createElement('div')
  root.id = 'root'
  document.body.append(root)
  await turns()
}
const turns = () => new Promise<void>((resolve) => setImmediate(resolve))
const drawn = () => document.getElementById('former-sight')

async function look(sight: unknown = kept, expires: number | null = null) {
  keep('formerSight', sight, expires)
  runInThisContext(script)
  await readOn()
}

it('draws the list for the eye alone, and takes it away when the app has drawn its own', async () => {
  await look()
  expect(drawn()).toHaveTextContent('合同 <b>')
  expect(drawn()?.querySelector('b')).toBeNull()
  expect(drawn()?.querySelector('path')?.namespaceURI).toBe('http://www.w3.org/2000/svg')
  expect(drawn()?.firstElementChild).toHaveStyle({ blockSize: '8px' })
  expect(document.documentElement).toHaveAttribute('lang', 'zh-CN')
  expect(drawn()).toHaveProperty('inert', true)
  expect(drawn()).toHaveProperty('ariaHidden', 'true')
  removeStartupSnapshot()
  await new Promise((resolve) => requestAnimationFrame(resolve))
  expect(drawn()).toBeNull()
})

it.each([
  ['another account (TRUST S18)', { account: 'wang@ep.test' }],
  ['another page', { path: '/sent' }],
  ['another build', { build: '/assets/index-0.js' }],
  ['another language', { language: 'en-US' }],
  ['a wider window', { width: window.innerWidth + 1 }],
  ['a window that was lower by a row', { height: window.innerHeight - 88 }],
])('draws nothing of %s', async (_name, other) => {
  await look({ ...kept, ...other })
  expect(drawn()).toBeNull()
})

it('draws nothing once it ran out, nor for somebody who signed out, nor what is broken', async () => {
  await look(kept, Date.now() - 1)
  expect(drawn()).toBeNull()
  await look({ ...kept, drawn: { name: 'div', attributes: {}, within: 7 } })
  expect(drawn()).toBeNull()
  window.localStorage.removeItem('ep_tokenList')
  await look()
  expect(drawn()).toBeNull()
})

it('is drawn in a window that is lower, as where a phone shows its bar', async () => {
  await look({ ...kept, height: window.innerHeight + 200 })
  expect(drawn()).not.toBeNull()
})

it('goes at once where another tab signs out (TRUST S18)', async () => {
  await look()
  expect(drawn()).not.toBeNull()
  window.localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: 'ep_tokenList' }))
  expect(drawn()).toBeNull()
})

it('draws neither a script nor a frame nor a handler nor an address, whoever wrote it', async () => {
  const hostile = of('div', [
    of('script', ['window.wasRun = true']),
    of('iframe', [], { srcdoc: '<script>parent.wasRun = true</script>', src: 'javascript:0' }),
    of('img', [], { src: 'https://elsewhere.test/seen.png', onerror: 'window.wasRun = true' }),
    of('a', ['x'], { href: 'javascript:0', onclick: 'window.wasRun = true' }),
    of('svg', [
      of('use', [], { 'xlink:href': 'https://elsewhere.test/x.svg#a' }),
      of('script', ['window.wasRun = true']),
    ]),
  ])
  await look({ ...kept, drawn: hostile })
  const elements = [...(drawn()?.querySelectorAll('*') ?? [])]
  expect(elements.map((element) => element.localName)).toEqual(['div', 'span', 'span', 'img', 'a', 'svg', 'g', 'g'])
  expect(elements.flatMap((element) => element.getAttributeNames())).toEqual([])
  expect(window).not.toHaveProperty('wasRun')
})

it('waits for its style sheets, of this site alone, and is not drawn over an app that was faster', async () => {
  const styles = ['/assets/inbox.css', 'https://elsewhere.test/assets/evil.css', '/assets/../evil.css']
  await look({ ...kept, styles })
  const links = [...document.querySelectorAll('link')].map((link) => `${link.rel} ${link.getAttribute('href')}`)
  expect(links).toEqual(['preload /assets/inbox.css', 'stylesheet /assets/inbox.css'])
  const sheet = document.querySelector('link[rel="stylesheet"]')
  expect(drawn()).toBeNull()
  sheet?.dispatchEvent(new Event('load'))
  await turns()
  expect(drawn()).not.toBeNull()

  endNow()
  document.head.innerHTML = ''
  await look({ ...kept, styles })
  endNow()
  document.querySelector('link[rel="stylesheet"]')?.dispatchEvent(new Event('load'))
  await turns()
  expect(drawn()).toBeNull()
})
