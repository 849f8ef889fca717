import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { moveMails } from '#contract/endpoints/mail/mail'
import { downloadPart } from '#contract/endpoints/mail/reading'
import { heartbeat, logout } from '#contract/endpoints/session/session'
import { createClient } from '#src/lib/http/createClient'

const base = 'http://gateway.test'
const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

function client(token: string | null, organization: string | null = null) {
  const onSessionLost = vi.fn()
  const config = { baseUrl: base, getToken: () => token, getOrganization: () => organization, onSessionLost }
  return { ...createClient(config), onSessionLost }
}

it('writes a form with repeated keys and both headers', async () => {
  let seen = ''
  server.use(
    http.post(`${base}/webmail/manage/move2.action`, async ({ request }) => {
      const { headers } = request
      seen = [headers.get('content-type'), headers.get('authorization'), headers.get('organization')].join(' | ')
      seen += ` | ${await request.text()}`
      return HttpResponse.json({ code: '200', moved: [] })
    }),
  )
  const outcome = await client('Bearer t', 'corp').call(moveMails, { ids: ['a', 'b'], target: '客户' })
  expect(outcome).toEqual({ ok: true, value: { moved: [] } })
  expect(seen).toBe(
    'application/x-www-form-urlencoded;charset=UTF-8 | Bearer t | corp | ids=a&ids=b&target=%E5%AE%A2%E6%88%B7',
  )
})

it('puts the form of a GET into the query, and takes newExit as done', async () => {
  server.use(
    http.get(`${base}/webmail/logout/index.action`, ({ request }) =>
      HttpResponse.text(new URL(request.url).search === '?version=new' ? 'newExit' : 'data'),
    ),
  )
  expect(await client('Bearer t').call(logout, { version: 'new' })).toEqual({ ok: true, value: {} })
})

it.each([403, 200])('a lost session is told only where one was stored (status %i)', async (status) => {
  server.use(http.get(`${base}/webmail/main/heartbeat.action`, () => HttpResponse.text('data', { status })))
  const stored = client('Bearer t')
  expect(await stored.call(heartbeat, {})).toMatchObject({ ok: false, code: 'sessionLost' })
  expect(stored.onSessionLost).toHaveBeenCalledOnce()
  const anonymous = client(null)
  expect(await anonymous.call(heartbeat, {})).toMatchObject({ code: 'sessionLost' })
  expect(anonymous.onSessionLost).not.toHaveBeenCalled()
})

it('says unreachable, cancelled and badReply apart', async () => {
  const url = `${base}/webmail/main/heartbeat.action`
  const { call } = client('Bearer t')
  server.use(http.get(url, () => HttpResponse.error()))
  expect(await call(heartbeat, {})).toMatchObject({ code: 'unreachable' })
  server.use(http.get(url, () => HttpResponse.json({ code: '200', ok: 'yes' })))
  expect(await call(heartbeat, {})).toMatchObject({ code: 'badReply' })
  expect(await call(heartbeat, {}, { signal: AbortSignal.abort() })).toMatchObject({ code: 'cancelled' })
})

it('makes the address of a download', () => {
  const link = client(null).linkTo(downloadPart, { sid: 's', id: 'm 1', part: '2' })
  expect(link).toBe(`${base}/webmail/readmail/downloadPart.action?sid=s&id=m%201&part=2`)
})
