import { createServer } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { openRoundRobin } from '#tests/support/gateway/roundRobin'

const closers: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** Answers every request with its name, what was asked and the body that came. */
async function member(name: string) {
  const server = createServer(async (incoming, outgoing) => {
    let body = ''
    for await (const bytes of incoming) body += bytes
    outgoing.end([name, incoming.method, incoming.url, incoming.headers.host, body].join(' '))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const close = () =>
    new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
  closers.push(close)
  return { port: address !== null && typeof address === 'object' ? address.port : 0, close }
}

async function front(ports: readonly number[]) {
  const opened = await openRoundRobin(ports)
  closers.push(opened.close)
  const post = async (body: string) => (await fetch(`${opened.url}/path?q=1`, { method: 'POST', body })).text()
  return { ...opened, post }
}

describe('the proxy before several gateways', () => {
  it('gives each request to the next one, as it came', async () => {
    const [one, two] = [await member('one'), await member('two')]
    const { post, url } = await front([one.port, two.port])
    const host = new URL(url).host
    expect([await post('a'), await post('b'), await post('c')]).toEqual([
      `one POST /path?q=1 ${host} a`,
      `two POST /path?q=1 ${host} b`,
      `one POST /path?q=1 ${host} c`,
    ])
  })

  it('goes past one that does not listen, with the whole request', async () => {
    const [one, two] = [await member('one'), await member('two')]
    const { post } = await front([one.port, two.port])
    await one.close()
    const large = 'x'.repeat(300_000)
    const answers = await Promise.all([1, 2, 3, 4].map(() => post(large)))
    for (const answer of answers) expect(answer).toMatch(/^two POST .* x{300000}$/)
  })

  it('breaks the line when nobody listens, as if it were not there', async () => {
    const one = await member('one')
    const { post } = await front([one.port])
    await one.close()
    await expect(post('a')).rejects.toThrow(/fetch failed/)
  })
})
