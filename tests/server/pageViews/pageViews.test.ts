/** Page views over the wire: what a report may hold, who may send it, and what comes of it. */
import { afterEach, describe, expect, it } from 'vitest'
import { type RouteId, routeTable } from '#contract/routes'
import { openViewsSink, plausibleTakes } from '../../support/connections/viewsSink'
import { makeCalls } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

const own = { 'sec-fetch-site': 'same-origin' }
const view = (route: RouteId) => ({ route, title: routeTable[route].title })

let gateway: TestGateway | undefined
afterEach(async () => {
  await gateway?.close()
  gateway = undefined
})

async function open(env: Readonly<Record<string, string>> = {}) {
  const bugs: string[] = []
  const opened = await makeTestGateway({ env, report: ({ path, name }) => bugs.push(`${path} ${name}`) })
  gateway = opened
  const calls = makeCalls(opened)
  return {
    gateway: opened,
    bugs,
    report: (views: unknown, headers: Readonly<Record<string, string>> = own, remoteAddress = '192.0.2.1') =>
      calls.post('views/report.action', { views: JSON.stringify(views) }, { headers, remoteAddress }),
    counted: async () => {
      await opened.stores.viewQueue.close()
      return opened.stores.viewCounter.since('0000')
    },
  }
}

describe('a report of page views', () => {
  it('is taken without a session, and counted by day and page', async () => {
    const { report, counted } = await open()
    expect((await report([view('login'), view('receive'), view('login')])).json).toEqual({ code: '200' })
    expect((await report([view('login')])).json).toEqual({ code: '200' })
    expect(await counted()).toEqual([
      { day: '2026-11-21', route: 'login', views: 3 },
      { day: '2026-11-21', route: 'receive', views: 1 },
    ])
  })

  it.each([
    ['no list', view('login')],
    ['no page', []],
    ['more pages than one report holds', Array.from({ length: 21 }, () => view('login'))],
    ['a page that there is not', [{ route: 'lin@ep.test', title: 'titles:login' }]],
    ['a key of every object', [{ route: 'constructor', title: 'titles:login' }]],
    ['a title that there is not', [{ route: 'login', title: 'Re: 离婚协议' }]],
    ['the title of another page', [{ route: 'login', title: 'titles:receive' }]],
    ['a page without its title', [{ route: 'login' }]],
    ['anything beside', [{ ...view('receiveMail'), id: 'AAEC' }]],
  ])('S35: that holds %s is refused whole', async (_, views) => {
    const { report, counted } = await open()
    expect((await report(views)).json).toEqual({ code: 'badField', msg: 'errors:badField', field: 'views' })
    expect(await counted()).toEqual([])
  })

  it('that is no JSON, or far too long, is refused', async () => {
    const calls = makeCalls((await open()).gateway)
    const answers = await Promise.all(
      ['views=%5B', '', `views=${'x'.repeat(5_000)}`].map((form) =>
        calls.postText('views/report.action', form, { headers: own }),
      ),
    )
    expect(answers.map(({ json }) => json.code)).toEqual(['badField', 'badField', 'badField'])
    expect((await calls.postText('views/report.action', 'x'.repeat(20_000), { headers: own })).status).toBe(413)
  })

  it.each([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a page that hides where it is', { origin: 'null' }],
    ['whoever does not say', {}],
  ])('S15: is not taken from %s', async (_, headers) => {
    const { report, counted } = await open()
    expect((await report([view('login')], headers)).json).toMatchObject({ code: 'notAllowed' })
    expect(await counted()).toEqual([])
  })

  it('is taken from one address so many times a minute, and from others still', async () => {
    const { gateway, report } = await open()
    gateway.clock.set(Date.UTC(2026, 10, 21, 9, 0, 45))
    for (let sent = 0; sent < 300; sent += 1) await report([view('login')])
    const refused = await report([view('login')])
    expect([refused.status, refused.headers['retry-after'], refused.json.code]).toEqual([429, '15', 'tooManyTries'])
    expect((await report([view('login')], own, '192.0.2.2')).json.code).toBe('200')
    gateway.clock.advance(15_000)
    expect((await report([view('login')])).json.code).toBe('200')
  })

  it('goes to the service that the operator has named, and is not kept here', async () => {
    const sink = await openViewsSink(plausibleTakes)
    const { report, counted } = await open({
      PAGE_VIEWS: 'plausible',
      PAGE_VIEWS_URL: `http://127.0.0.1:${sink.port}/api/event`,
      PAGE_VIEWS_SITE: 'mail.example.com',
    })
    await report([view('receive')])
    expect(await counted()).toEqual([])
    expect(sink.heard.map(({ body }) => JSON.parse(body))).toEqual([
      {
        name: 'pageview',
        url: 'https://mail.example.com/receive',
        domain: 'mail.example.com',
        props: { title: 'titles:receive' },
      },
    ])
    await sink.close()
  })

  it('is answered well where that service is away, which is said in the log', async () => {
    const sink = await openViewsSink(plausibleTakes)
    await sink.close()
    const { report, counted, bugs } = await open({
      PAGE_VIEWS: 'matomo',
      PAGE_VIEWS_URL: `http://127.0.0.1:${sink.port}/matomo.php`,
      PAGE_VIEWS_SITE: '1',
    })
    expect((await report([view('receive')])).json).toEqual({ code: '200' })
    expect(await counted()).toEqual([])
    expect(bugs).toEqual(['pageViews Error'])
  })

  it('is forgotten where nobody is to count', async () => {
    const { report, counted } = await open({ PAGE_VIEWS: 'none' })
    expect((await report([view('receive')])).json).toEqual({ code: '200' })
    expect(await counted()).toEqual([])
  })
})
