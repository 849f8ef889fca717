import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildApp } from '#server/app'
import { StoreAway } from '#server/core/refusal'
import { formText } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway, testPassword } from '../../support/gateway/gateway'
import { removeFolderNow } from '../../support/removeFolder'

const form = 'application/x-www-form-urlencoded'
const friend = 'https://app.example.com'

let gateway: TestGateway
let app: FastifyInstance
let folder: string
const report = vi.fn()

beforeEach(async () => {
  report.mockClear()
  folder = mkdtempSync(join(tmpdir(), 'ep-mail-app-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>EP Mail</title>')
  writeFileSync(join(folder, 'assets', 'main-abc.js'), 'one()')
  for (const name of ['sw.js', 'manifest.webmanifest', 'icon-192.png']) writeFileSync(join(folder, name), 'kept')
  writeFileSync(join(folder, 'assets', 'main-abc.js.br'), 'squeezed')
  mkdirSync(join(folder, 'pdfjs-5.6', 'cmaps'), { recursive: true })
  writeFileSync(join(folder, 'pdfjs-5.6', 'cmaps', 'GBK-EUC-H.bcmap'), 'map')
  gateway = await makeTestGateway({ report, env: { CORS_ORIGINS: friend, PUBLIC_URL: 'https://mail.example.com' } })
  app = await buildApp(gateway.house, gateway.config, folder)
  await gateway.account('lin@ep.test')
})
afterEach(async () => {
  await app.close()
  await gateway.close()
  removeFolderNow(folder)
})

const post = (path: string, payload: string | Buffer, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: `/webmail/${path}`, headers: { 'content-type': form, ...headers }, payload })

async function signedIn(): Promise<Record<string, string>> {
  const answer = await post('login/loginService.action', formText({ username: 'lin', password: testPassword }))
  return { authorization: `Bearer ${String(answer.json().accessToken)}` }
}

describe('the policy of pages', () => {
  const policyOf = async (served: FastifyInstance) =>
    String((await served.inject({ url: '/', headers: { accept: 'text/html' } })).headers['content-security-policy'])

  it('S25: names the gateways that the build of the app wrote down, and none where it wrote none', async () => {
    expect(await policyOf(app)).toContain("connect-src 'self';")
    writeFileSync(join(folder, 'gateway-origins.json'), '["https://gateway.example.com"]')
    const built = await buildApp(gateway.house, gateway.config, folder)
    expect(await policyOf(built)).toContain("connect-src 'self' https://gateway.example.com;")
    await built.close()
  })
})

describe('calls over HTTP', () => {
  it('go all the way', async () => {
    const headers = await signedIn()
    const list = await post('query/queryfolder2.action', 'folder=inbox', headers)
    expect(list.json()).toMatchObject({ code: '200', list: [] })
    const heartbeat = await app.inject({ url: '/webmail/main/heartbeat.action', headers })
    expect(heartbeat.json()).toEqual({ code: '200', ok: true, username: 'lin@ep.test' })
    expect(heartbeat.headers['cache-control']).toBe('no-store')
  })

  it('of an unknown path or by the wrong method are answered 404', async () => {
    expect((await app.inject({ url: '/webmail/nothing.action' })).statusCode).toBe(404)
    expect((await app.inject({ url: '/webmail/manage/move2.action?ids=1' })).statusCode).toBe(404)
  })

  it('with a form of 10 MB where text is due are answered 413', async () => {
    const headers = await signedIn()
    const answer = await post('query/search2.action', `keyword=${'x'.repeat(10 * 1024 * 1024)}`, headers)
    expect(answer.statusCode).toBe(413)
    expect(answer.json()).toEqual({ code: 'tooLarge', msg: 'errors:tooLarge' })
    expect((await post('query/queryfolder2.action', 'folder=inbox', headers)).statusCode).toBe(200)
  })

  it('with anything but a form are answered 415', async () => {
    const headers = { ...(await signedIn()), 'content-type': 'application/json' }
    const answer = await post('query/queryfolder2.action', '{"folder":"inbox"}', headers)
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'typeRefused'])
  })

  it('R12: are answered 503 while the store is away, and go on when it is back', async () => {
    const headers = await signedIn()
    const away = vi.spyOn(gateway.stores.mailStores, 'of').mockImplementation(() => {
      throw new StoreAway('SQLITE_IOERR')
    })
    const answer = await post('query/queryfolder2.action', 'folder=inbox', headers)
    expect([answer.statusCode, answer.json()]).toEqual([503, { code: 'storeAway', msg: 'errors:storeAway' }])
    away.mockRestore()
    expect((await post('query/queryfolder2.action', 'folder=inbox', headers)).statusCode).toBe(200)
  })

  it('S35: that meet a bug say nothing of it, and the log nothing of the mail', async () => {
    const headers = await signedIn()
    vi.spyOn(gateway.stores.mailStores, 'of').mockImplementation(() => {
      throw new Error('subject "Divorce" of lin@ep.test')
    })
    const answer = await post('query/queryfolder2.action', 'folder=inbox', headers)
    expect([answer.statusCode, answer.json()]).toEqual([
      500,
      { code: 'operationFailed', msg: 'errors:operationFailed' },
    ])
    expect(report).toHaveBeenCalledOnce()
    const logged = JSON.stringify(report.mock.calls)
    expect(logged).toContain('webmail/query/queryfolder2.action')
    for (const secret of ['Divorce', 'lin@ep.test', headers.authorization ?? '', testPassword])
      expect(logged).not.toContain(secret)
  })

  it('S35: a bug beside the calls is told by its kind and place alone, and said to nobody', async () => {
    const handler = async () => {
      throw new TypeError('subject "Divorce" of lin@ep.test')
    }
    const broken = await buildApp({ ...gateway.house, handler }, gateway.config, null)
    const answer = await broken.inject({ url: '/webmail/main/heartbeat.action?id=secret' })
    await broken.close()
    expect([answer.statusCode, answer.json()]).toEqual([
      500,
      { code: 'operationFailed', msg: 'errors:operationFailed' },
    ])
    const request = answer.headers['x-request-id']
    expect(report.mock.calls).toEqual([[{ path: '/webmail/*', name: 'TypeError', trace: [], request }]])
  })

  it('are compressed where that pays', async () => {
    const headers = { ...(await signedIn()), 'accept-encoding': 'gzip' }
    for (let index = 0; index < 8; index += 1)
      await gateway.deliver('lin@ep.test', `Subject: ${index}\nMessage-ID: <${index}@x>\n\n${'text '.repeat(40)}`)
    expect((await post('query/queryfolder2.action', 'folder=inbox', headers)).headers['content-encoding']).toBe('gzip')
  })
})

describe('other sites', () => {
  it('S16: an origin of the list may call with its credentials', async () => {
    const answer = await app.inject({ url: '/webmail/main/siteInfo.action', headers: { origin: friend } })
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': friend,
      'access-control-allow-credentials': 'true',
      vary: expect.stringContaining('Origin'),
    })
    const preflight = await app.inject({
      method: 'OPTIONS',
      url: '/webmail/manage/move2.action',
      headers: { origin: friend, 'access-control-request-method': 'POST' },
    })
    expect(preflight.statusCode).toBe(204)
    expect(preflight.headers['access-control-allow-headers']).toBe('Authorization, Organization, Content-Type')
  })

  it.each(['null', 'https://evil.example', `${friend}.evil.example`, 'http://app.example.com', '*'])(
    'S16: %s is let in by no answer',
    async (origin) => {
      const asked = [
        await app.inject({ url: '/webmail/main/siteInfo.action', headers: { origin } }),
        await app.inject({ url: '/webmail/main/heartbeat.action', headers: { origin } }),
        await app.inject({ method: 'OPTIONS', url: '/webmail/manage/move2.action', headers: { origin } }),
      ]
      for (const { headers } of asked) {
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
        expect(headers.vary).toContain('Origin')
      }
    },
  )
})

describe('the app', () => {
  it('S25: carries a policy that runs nothing but its own files, and asks nobody else', async () => {
    const { headers } = await app.inject({ url: '/', headers: { accept: 'text/html' } })
    const policy = String(headers['content-security-policy']).split('; ')
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'self'",
      "form-action 'self'",
      "manifest-src 'self'",
      "worker-src 'self'",
    ])
      expect(policy).toContain(rule)
    // Beyond its own files: inline styles, and pictures and frames that the app made itself.
    const made: Readonly<Record<string, string>> = {
      'style-src': "'self' 'unsafe-inline'",
      'img-src': "'self' data: blob:",
      'frame-src': "'self' blob:",
    }
    for (const rule of policy) {
      const [name = '', ...sources] = rule.split(' ')
      expect([made[name] ?? "'self'", "'none'"], rule).toContain(sources.join(' '))
    }
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'strict-transport-security': expect.stringContaining('max-age='),
      'permissions-policy': expect.stringContaining('camera=()'),
      'cache-control': 'no-cache',
    })
  })

  it.each(['/', '/receive', '/webmail/main/siteInfo.action', '/no/such/file.js'])(
    'S26: %s stands in no frame of another site',
    async (url) => {
      const { headers } = await app.inject({ url, headers: { accept: 'text/html' } })
      expect(String(headers['content-security-policy']).split('; ')).toContain("frame-ancestors 'self'")
      expect(headers['x-frame-options']).toBe('SAMEORIGIN')
    },
  )

  it('S9: the policy of a download is its own, not the app’s', async () => {
    const headers = await signedIn()
    const { sid } = (await app.inject({ url: '/webmail/readmail/sid.action', headers })).json()
    const id = await gateway.deliver('lin@ep.test', 'Subject: a\n\nText')
    const file = await app.inject({
      url: `/webmail/readmail/downloadMail.action?${formText({ sid: String(sid), id })}`,
    })
    expect(file.statusCode).toBe(200)
    expect(file.headers['content-security-policy']).toBe(
      `default-src 'none'; sandbox; frame-ancestors 'self' ${friend}`,
    )
  })

  it('keeps hashed files for good, squeezed at the build, and asks for its page each time', async () => {
    const file = await app.inject({ url: '/assets/main-abc.js', headers: { 'accept-encoding': 'gzip, br' } })
    expect(file.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      vary: 'Accept-Encoding',
      'content-type': expect.stringContaining('javascript'),
    })
    expect((await app.inject({ url: '/assets/main-abc.js' })).body).toBe('one()')
    const map = await app.inject({ url: '/pdfjs-5.6/cmaps/GBK-EUC-H.bcmap' })
    expect([map.body, map.headers['cache-control']]).toEqual(['map', 'public, max-age=31536000, immutable'])
    const headers = { accept: 'text/html' }
    expect((await app.inject({ url: '/pdfjs-5.6/cmaps/None.bcmap', headers })).statusCode).toBe(404)
  })

  it.each([
    ['/sw.js', /^application\/javascript/],
    ['/manifest.webmanifest', /^application\/manifest\+json/],
    ['/icon-192.png', /^image\/png$/],
  ])('R23: asks for %s each time, so that a new build is heard of, and calls it what it is', async (url, type) => {
    const { statusCode, headers } = await app.inject({ url, headers: { accept: '*/*' } })
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache'])
    expect(headers['content-type']).toMatch(type)
  })

  it('leads every address that a person opens to its page, and no other', async () => {
    const page = await app.inject({ url: '/receive/mailshow?id=1', headers: { accept: 'text/html,*/*' } })
    expect([page.statusCode, page.body]).toEqual([200, '<!doctype html><title>EP Mail</title>'])
    for (const url of ['/assets/gone.js', '/webmail/gone', '/favicon.ico'])
      expect((await app.inject({ url, headers: { accept: '*/*' } })).statusCode).toBe(404)
    expect((await app.inject({ method: 'POST', url: '/receive' })).statusCode).toBe(404)
  })

  it('serves nothing from beyond its folder', async () => {
    for (const url of ['/../package.json', '/..%2fpackage.json', '/assets/..%2f..%2fetc%2fpasswd']) {
      const answer = await app.inject({ url, headers: { accept: '*/*' } })
      expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    }
  })

  it('says whether it is well', async () => {
    expect((await app.inject({ url: '/healthz' })).json()).toEqual({ ok: true })
  })
})
