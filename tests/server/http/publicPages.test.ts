/** What the gateway writes into the head of the pages that strangers find, and into no other. */
import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publicPagesFile } from '#contract/publicPages'
import { routeTable } from '#contract/routes'
import { buildApp } from '#server/app'
import { publicPagesOf } from '../../../build/publicPages'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { removeFolderNow } from '../../support/removeFolder'

const folder = mkdtempSync(join(tmpdir(), 'ep-mail-public-'))
copyFileSync('index.html', join(folder, 'index.html'))
writeFileSync(join(folder, publicPagesFile), JSON.stringify(publicPagesOf('.')))
const texts = publicPagesOf('.')

const opened: { readonly gateway: TestGateway; readonly app: FastifyInstance }[] = []
async function served(env: Readonly<Record<string, string>>): Promise<FastifyInstance> {
  const gateway = await makeTestGateway({ env })
  const app = await buildApp(gateway.house, gateway.config, folder)
  opened.push({ gateway, app })
  return app
}
let app: FastifyInstance
beforeAll(async () => {
  app = await served({ PUBLIC_URL: 'https://mail.example.com', BRAND_NAME_EN: 'A & "B" <i>' })
})
afterAll(async () => {
  for (const one of opened) {
    await one.app.close()
    await one.gateway.close()
  }
  removeFolderNow(folder)
})

const get = (url: string, from = app, headers = {}) =>
  from.inject({ url, headers: { accept: 'text/html,*/*', host: 'evil.example', ...headers } })

describe('the head of a public page', () => {
  it.each(Object.keys(texts))('%s: has its own title, description and address, in either language', async (path) => {
    const { body, headers } = await get(path)
    const words = texts[path]?.['zh-CN']
    const title = words?.title.replace('{{brand}}', '易邮')
    expect(body).toContain('<html lang="zh-CN">')
    expect(body.match(/<title>.*?<\/title>/g)).toEqual([`<title>${title}</title>`])
    expect(body.match(/<meta name="description"[^>]*>/g)).toEqual([
      `<meta name="description" content="${words?.description.replaceAll('{{brand}}', '易邮')}" />`,
    ])
    expect(body).toContain(`<link rel="canonical" href="https://mail.example.com${path}" />`)
    expect(body).toContain('<meta property="og:locale" content="zh_CN" />')
    expect(body).toContain('<script type="module"')
    expect(headers['x-robots-tag']).toBeUndefined()
    const english = (await get(`${path}?lang=en-US`)).body
    expect(english).toContain('<html lang="en-US">')
    expect(english).toContain(
      `<title>${texts[path]?.['en-US'].title.replace('{{brand}}', 'A &amp; &quot;B&quot; &lt;i&gt;')}</title>`,
    )
    expect(english).toContain(`<link rel="canonical" href="https://mail.example.com${path}?lang=en-US" />`)
    expect(english).toContain(`hreflang="zh-CN" href="https://mail.example.com${path}" />`)
    expect(english).not.toContain('<i>')
  })

  it('S2: takes nothing of an address but values of its own lists', async () => {
    const plain = (await get('/Pindex')).body
    for (const query of ['lang="><script>x</script>', 'lang=fr', 'tier=enterprise', 'title=<b>', '%', 'lang[]=en-US'])
      expect((await get(`/Pindex?${encodeURI(query)}`)).body).toBe(plain)
    const tier = (await get('/particulars?tier=enterprise&next=//evil.example')).body
    expect(tier).toContain('<link rel="canonical" href="https://mail.example.com/particulars?tier=enterprise" />')
    const hostile = (await get('/particulars?tier=%22%3E%3Cscript%3Ealert(1)%3C/script%3E&lang=en-US')).body
    expect(hostile).toBe((await get('/particulars?lang=en-US')).body)
    for (const body of [plain, tier, hostile]) expect(body).not.toContain('evil')
  })

  it('S24: names no address where the configuration has none, whatever host is asked', async () => {
    const { body } = await get('/pindex/', await served({}))
    expect(body).toContain('<title>欢迎 - 易邮</title>')
    for (const sign of ['canonical', 'hreflang', 'og:url', 'og:image', 'evil']) expect(body).not.toContain(sign)
  })

  it('is that of the sign-in at the root, which leads there', async () => {
    expect((await get('/')).body).toBe((await get('/login')).body)
  })
})

it('no other page may be listed', async () => {
  const others = Object.values(routeTable).flatMap(({ path, isPublic }) =>
    isPublic || path.includes(':') || path === '*' ? [] : [path],
  )
  for (const path of [...others, '/folder/junk', '/no/such/page', '/index.html', '/Pindex/x']) {
    const { headers, body } = await get(path)
    expect([path, headers['x-robots-tag']]).toEqual([path, 'noindex'])
    expect(body).toContain('<title>EP Mail</title>')
  }
})

it('a public page is for whoever names no kind of text, and by its head alone; nothing else is', async () => {
  const ask = async (url: string, method: 'GET' | 'HEAD' | 'POST', headers = {}) => {
    const { statusCode, headers: got } = await app.inject({ url, method, headers })
    return [statusCode, got['content-type']]
  }
  const html = [200, 'text/html; charset=utf-8']
  for (const url of ['/', '/Pindex', '/login'])
    for (const method of ['GET', 'HEAD'] as const)
      expect([await ask(url, method), await ask(url, method, { accept: '*/*' })]).toEqual([html, html])
  expect(await ask('/receive', 'HEAD', { accept: 'text/html' })).toEqual(html)
  expect((await ask('/receive', 'GET', { accept: '*/*' }))[0]).toBe(404)
  expect((await ask('/Pindex', 'POST', { accept: 'text/html' }))[0]).toBe(404)
})
