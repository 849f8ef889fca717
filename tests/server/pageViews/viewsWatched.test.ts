/** Page views of somebody whose browser says everything it can: nothing of it reaches a log, a service or the database. */
import { afterEach, describe, expect, it } from 'vitest'
import { routeIds, routeTable } from '#contract/routes'
import { buildApp } from '#server/app'
import { makeWatch } from '#server/composition/watch'
import { matomoTakes, openViewsSink, plausibleTakes } from '../../support/connections/viewsSink'
import { formText } from '../../support/gateway/calls'
import { makeTestGateway, testPassword } from '../../support/gateway/gateway'

const secrets = ['lin@ep.test', 'Geheim', '离婚协议', 'AAECAwQ', '203.0.113.77', 'Secret Phone', 'wang@ep.test']
const [address, name, subject, mailId, network, browser] = secrets

let close = async () => {}
afterEach(async () => {
  await close()
  close = async () => {}
})

async function open(env: Readonly<Record<string, string>>) {
  const lines: string[] = []
  const watch = makeWatch({ level: 'debug', write: (line) => lines.push(line) })
  const opened = await makeTestGateway({ env: { TRUST_PROXY: '1', ...env }, report: watch.report })
  await opened.account(String(address), { displayName: String(name) })
  const app = await buildApp(opened.house, opened.config, null, { onAnswered: watch.onAnswered })
  close = async () => {
    await app.close()
    await opened.close()
  }
  const post = (path: string, values: Parameters<typeof formText>[0], token = '') =>
    app.inject({
      method: 'POST',
      url: `/webmail/${path}?${formText({ id: String(mailId), keyword: String(subject) })}`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': String(network),
        'user-agent': `Mozilla/5.0 (${browser})`,
        'accept-language': 'tlh-Geheim',
        referer: `https://mail.example.com/receive/mailshow?id=${mailId}`,
        cookie: `mail_user=${encodeURIComponent(String(address))}; tomMailUserName=${name}`,
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      },
      payload: formText(values),
    })
  const login = await post('login/loginService.action', { username: String(address), password: testPassword })
  const token = String(login.json().accessToken)
  return {
    opened,
    lines,
    token,
    report: (views: unknown) => post('views/report.action', { views: JSON.stringify(views) }, token),
  }
}

const services = [
  { service: 'counter', takes: matomoTakes, path: '', site: '' },
  { service: 'matomo', takes: matomoTakes, path: '/matomo.php', site: '3' },
  { service: 'plausible', takes: plausibleTakes, path: '/api/event', site: 'mail.example.com' },
]

describe('page views of somebody who has signed in', () => {
  it.each(services)('S35: leave nothing that tells of them with $service', async ({ service, takes, path, site }) => {
    const sink = await openViewsSink(takes)
    const url = path === '' ? '' : `http://127.0.0.1:${sink.port}${path}`
    const { opened, lines, token, report } = await open({
      PAGE_VIEWS: service,
      PAGE_VIEWS_URL: url,
      PAGE_VIEWS_SITE: site,
      PUBLIC_URL: 'https://mail.example.com',
    })
    const pages = routeIds.map((route) => ({ route, title: routeTable[route].title }))
    for (let from = 0; from < pages.length; from += 20)
      expect((await report(pages.slice(from, from + 20))).json()).toEqual({ code: '200' })
    // A page that told too much, as a fault of ours might make it.
    const [told] = pages
    for (const more of [{ id: mailId }, { route: `/receive/mailshow?id=${mailId}` }, { title: subject }])
      expect((await report([{ ...told, ...more }])).json()).toMatchObject({ code: 'badField' })
    await opened.stores.viewQueue.close(30_000)

    const rows = JSON.stringify(await opened.stores.viewCounter.since('0000'))
    const wire = JSON.stringify(sink.heard)
    const counted = service === 'counter' ? rows : wire
    for (const route of routeIds) expect(counted).toContain(route)
    expect(service === 'counter' ? sink.heard : rows).toEqual(service === 'counter' ? [] : '[]')
    const said = lines.join('') + wire + rows
    for (const secret of [...secrets, token, 'tlh', 'mail_user', 'Mozilla', opened.config.dataDir])
      for (const form of [secret, encodeURIComponent(secret)]) expect(said).not.toContain(form)
    const requests = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'request')
    expect(new Set(requests.map(({ call }) => call))).toEqual(
      new Set(['webmail/login/loginService.action', 'webmail/views/report.action']),
    )
    await sink.close()
  })

  it('S35: the log of a service that is away names neither', async () => {
    const { opened, lines, report } = await open({
      PAGE_VIEWS: 'matomo',
      PAGE_VIEWS_URL: 'http://127.0.0.1:1/matomo.php?token=operator-secret',
      PAGE_VIEWS_SITE: '3',
    })
    await report([{ route: 'receiveMail', title: routeTable.receiveMail.title }])
    await opened.stores.viewQueue.close(30_000)
    const bug = lines.map((line) => JSON.parse(line)).find(({ event }) => event === 'bug')
    expect(bug).toMatchObject({ path: 'pageViews', name: 'Error', trace: [] })
    for (const secret of [...secrets, 'operator-secret', '127.0.0.1']) expect(lines.join('')).not.toContain(secret)
  })
})
