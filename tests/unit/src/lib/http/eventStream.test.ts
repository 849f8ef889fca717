/** Events over fetch, piece by piece as a line brings them. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchNewMail } from '#contract/endpoints/mail/newMail'
import { makeListen } from '#src/lib/http/eventStream'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function listening(answer: (bytes: ReadableStream<Uint8Array>) => Response | Promise<Response>) {
  const line = new TransformStream<Uint8Array, Uint8Array>()
  const writer = line.writable.getWriter()
  const fetched = vi.fn<typeof fetch>(async () => answer(line.readable))
  const told: string[] = []
  const listen = makeListen({
    baseUrl: 'https://mail.example/',
    getToken: () => 'Bearer abc',
    getOrganization: () => 'acme',
    fetch: fetched,
  })
  const leave = listen(watchNewMail, {
    onOpen: () => told.push('open'),
    onEvent: (name) => told.push(name),
    onEnd: (why) => told.push(`end ${why}`),
  })
  const send = (text: string) => writer.write(new TextEncoder().encode(text))
  return { told, fetched, leave, send, end: () => writer.close() }
}

const stream = (bytes: ReadableStream<Uint8Array>) =>
  new Response(bytes, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
const settled = () => vi.advanceTimersByTimeAsync(0)

it('asks with both headers, and tells events however the line cuts them', async () => {
  const { told, fetched, send, end } = listening(stream)
  await settled()
  expect(fetched).toHaveBeenCalledWith(
    'https://mail.example/webmail/query/watchNewMail.action',
    expect.objectContaining({ headers: { Authorization: 'Bearer abc', Organization: 'acme' } }),
  )
  void send(':\n\nevent: ma')
  void send('il\ndata:\n')
  await settled()
  expect(told).toEqual(['open'])
  void send('\n:\n\nevent: mail\ndata:\n\n')
  await settled()
  expect(told).toEqual(['open', 'mail', 'mail'])
  void end()
  await settled()
  expect(told.at(-1)).toBe('end cut')
})

it('takes a line without a sign of life for dead after a minute', async () => {
  const { told, send } = listening(stream)
  await settled()
  await vi.advanceTimersByTimeAsync(59_000)
  void send(':\n\n')
  await vi.advanceTimersByTimeAsync(59_999)
  expect(told).toEqual(['open'])
  await vi.advanceTimersByTimeAsync(1)
  expect(told).toEqual(['open', 'end cut'])
})

it('tells nothing once it is left', async () => {
  const { told, send, leave } = listening(stream)
  await settled()
  leave()
  send('event: mail\ndata:\n\n').catch(() => undefined)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(told).toEqual(['open'])
})

it.each([
  ['a refusal', () => Response.json({ code: 'serverCannot' }), 'refused'],
  ['a session that is over', () => Response.json({ code: '403' }, { status: 403 }), 'sessionLost'],
  ['a gateway that ends', () => Response.json({ code: 'storeAway' }, { status: 503 }), 'cut'],
  ['an older gateway', () => new Response('', { status: 404 }), 'refused'],
  ['no line', () => Promise.reject(new TypeError('no line')), 'cut'],
])('knows %s', async (_what, answer, why) => {
  const { told } = listening(answer)
  await settled()
  expect(told).toEqual([`end ${why}`])
})
