/** Page views to Matomo and Plausible, letter by letter as their interfaces are described. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeMatomo } from '#server/pageViews/matomo.http'
import { makePlausible } from '#server/pageViews/plausible.http'
import { matomoTakes, openViewsSink, plausibleTakes } from '../../support/connections/viewsSink'
import { pageViewsConform, viewOf } from '../conformance/pageViews'

type Sink = Awaited<ReturnType<typeof openViewsSink>>

const matomoAt = (sink: Sink, timeoutMs = 30_000) =>
  makeMatomo({
    url: `http://127.0.0.1:${sink.port}/matomo.php`,
    site: '3',
    origin: 'https://mail.example.com',
    timeoutMs,
  })
const plausibleAt = (sink: Sink, timeoutMs = 30_000) =>
  makePlausible({ url: `http://127.0.0.1:${sink.port}/api/event`, site: 'mail.example.com', timeoutMs })

/** The last part of each page's address, counted. */
function countPages(urls: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const url of urls) {
    const page = new URL(url).pathname.slice(1)
    counts[page] = (counts[page] ?? 0) + 1
  }
  return counts
}

pageViewsConform('Matomo', async () => {
  const sink = await openViewsSink(matomoTakes)
  return {
    pageViews: matomoAt(sink),
    counted: async () => {
      const requests: readonly string[] = sink.heard.flatMap(({ body }) => JSON.parse(body).requests)
      return countPages(requests.map((query) => new URLSearchParams(query).get('url') ?? ''))
    },
    away: sink.close,
    close: sink.close,
  }
})

pageViewsConform('Plausible', async () => {
  const sink = await openViewsSink(plausibleTakes)
  return {
    pageViews: plausibleAt(sink),
    counted: async () => countPages(sink.heard.map(({ body }) => JSON.parse(body).url)),
    away: sink.close,
    close: sink.close,
  }
})

describe('what goes to a service', () => {
  let sink: Sink
  beforeEach(async () => {
    sink = await openViewsSink(matomoTakes)
  })
  afterEach(() => sink.close())

  it('S35: is one request to Matomo with page and title key, and nothing of who looked', async () => {
    await matomoAt(sink).count([viewOf('receiveMail'), viewOf('login')])
    expect(sink.heard).toEqual([
      {
        line: 'POST /matomo.php',
        headers: {
          'content-type': 'application/json',
          'content-length': '213',
          'user-agent': 'EPMail',
          host: `127.0.0.1:${sink.port}`,
          connection: 'close',
        },
        body:
          '{"requests":[' +
          '"?idsite=3&rec=1&apiv=1&url=https%3A%2F%2Fmail.example.com%2FreceiveMail&action_name=titles%3Amailshow",' +
          '"?idsite=3&rec=1&apiv=1&url=https%3A%2F%2Fmail.example.com%2Flogin&action_name=titles%3Alogin"]}',
      },
    ])
  })

  it('S35: is one request a view to Plausible, likewise', async () => {
    sink.answer(plausibleTakes)
    await plausibleAt(sink).count([viewOf('receiveMail')])
    expect(sink.heard).toEqual([
      {
        line: 'POST /api/event',
        headers: {
          'content-type': 'application/json',
          'content-length': '128',
          'user-agent': 'EPMail',
          host: `127.0.0.1:${sink.port}`,
          connection: 'close',
        },
        body:
          '{"name":"pageview","url":"https://mail.example.com/receiveMail","domain":"mail.example.com",' +
          '"props":{"title":"titles:mailshow"}}',
      },
    ])
  })

  it.each([400, 401, 500, 302])('is lost where the answer is %i, and not repeated', async (status) => {
    sink.answer({ status, headers: { location: '/elsewhere' }, body: '' })
    await expect(matomoAt(sink).count([viewOf('login')])).rejects.toThrow()
    await expect(plausibleAt(sink).count([viewOf('login')])).rejects.toThrow()
    expect(sink.heard).toHaveLength(2)
  })

  it('is lost where Plausible says that it was thrown away', async () => {
    sink.answer({ ...plausibleTakes, headers: { 'x-plausible-dropped': '1' } })
    await expect(plausibleAt(sink).count([viewOf('login')])).rejects.toThrow()
  })

  it('stops at the first that fails: one for each line that is open', async () => {
    sink.answer({ status: 500, body: '' })
    await expect(plausibleAt(sink).count(Array.from({ length: 100 }, () => viewOf('login')))).rejects.toThrow()
    expect(sink.heard.length).toBeLessThanOrEqual(4)
  })

  it('does not wait for a service that says nothing', async () => {
    sink.answer(null)
    await expect(matomoAt(sink, 50).count([viewOf('login')])).rejects.toThrow()
    await expect(plausibleAt(sink, 50).count([viewOf('login')])).rejects.toThrow()
  })
})
