import { once } from 'node:events'
import { createServer, type RequestListener, request, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fetchableUrl, isPublicAddress } from '#server/kit/network/publicAddress'
import { pictureType } from '#server/kit/pictures/pictureType'
import { type Connect, connectTo, makeImageFetcher } from '#server/mail/images/imageFetcher.http'
import { post } from '#server/mail/images/oneClick.http'

const gif = Buffer.from('R0lGODlhAQABAAAAACw=', 'base64')
const refused = { code: 'imageRefused' }
const servers: Server[] = []

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

/** A picture server on this machine, reached in place of whatever address was checked. */
async function serving(listener: RequestListener) {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // `listen` on a port gives an address with a port.
  const { port } = server.address() as AddressInfo
  const connect = vi.fn<Connect>(
    (url, _address, signal) =>
      new Promise((resolve, reject) => {
        const asked = request({ host: '127.0.0.1', port, path: url.pathname, headers: { host: url.host }, signal })
        asked.once('response', resolve).once('error', reject).end()
      }),
  )
  return connect
}

const resolve = async (host: string) => (host.startsWith('inner') ? ['10.0.0.5'] : ['93.184.216.34'])

describe('addresses', () => {
  it.each([
    ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1'],
    ...['255.255.255.255', '198.18.0.1', '192.0.2.1', '240.0.0.1', '::1', '::', 'fe80::1', 'fc00::1', 'fd12::1'],
    ...['ff02::1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::7f00:1', '64:ff9b::7f00:1', '2002:7f00:1::', 'fec0::1'],
    ...['2001:db8::1', 'localhost', ''],
  ])('S23: %s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it.each([
    'ftp://a.example/',
    'file:///etc/passwd',
    'http://a.example:22/',
    'https://a.example:8443/',
    'gopher://a/',
    'x',
  ])('S23: %s is not asked for', (url) => {
    expect(fetchableUrl(url)).toBeNull()
  })

  it('S23: nothing is asked for with credentials', () => {
    expect(fetchableUrl('http://user:word@a.example/')).toBeNull()
  })
})

describe('fetching a picture', () => {
  it('S5: asks with no cookie, no referrer and no name of the reader, at the very address that was checked', async () => {
    const connect = await serving((_request, response) => response.end(gif))
    const image = await makeImageFetcher({ resolve, connect }).fetch('http://pictures.example/a.gif')
    expect(image).toEqual({ type: 'image/gif', bytes: gif })
    expect(connect.mock.calls[0]?.[1]).toBe('93.184.216.34')
  })

  it.each([
    ...['http://127.0.0.1/', 'http://[::1]/', 'http://2130706433/', 'http://0x7f.1/', 'http://[::ffff:10.0.0.1]/'],
    ...['http://169.254.169.254/latest/meta-data/', 'http://inner.example/'],
  ])('S23: %s is refused before a line is opened', async (url) => {
    const connect = await serving((_request, response) => response.end(gif))
    await expect(makeImageFetcher({ resolve, connect }).fetch(url)).rejects.toMatchObject(refused)
    expect(connect).not.toHaveBeenCalled()
  })

  it('S23: a host of which any address is private is refused', async () => {
    const connect = await serving((_request, response) => response.end(gif))
    const mixed = async () => ['93.184.216.34', '127.0.0.1']
    await expect(makeImageFetcher({ resolve: mixed, connect }).fetch('http://a.example/')).rejects.toMatchObject(
      refused,
    )
    expect(connect).not.toHaveBeenCalled()
  })

  it('S23: each redirect is checked anew, and three are enough', async () => {
    const connect = await serving((asked, response) => {
      const step = Number(asked.url?.slice(1))
      const location = asked.url === '/inner' ? 'http://inner.example/' : `/${step - 1}`
      if (step === 0) response.end(gif)
      else response.writeHead(302, { location }).end()
    })
    const fetcher = makeImageFetcher({ resolve, connect })
    await expect(fetcher.fetch('http://a.example/3')).resolves.toMatchObject({ type: 'image/gif' })
    await expect(fetcher.fetch('http://a.example/4')).rejects.toMatchObject(refused)
    connect.mockClear()
    await expect(fetcher.fetch('http://a.example/inner')).rejects.toMatchObject(refused)
    expect(connect).toHaveBeenCalledOnce()
  })

  it('S23: a server that does not answer in time, sends too much or an error is given up', async () => {
    const connect = await serving((asked, response) => {
      if (asked.url === '/slow') return
      if (asked.url === '/gone') response.writeHead(404)
      response.end(Buffer.concat([gif, Buffer.alloc(2_000)]))
    })
    const fetcher = makeImageFetcher({ resolve, connect, timeoutMs: 200, maxBytes: 1_000 })
    for (const path of ['slow', 'gone', 'large'])
      await expect(fetcher.fetch(`http://a.example/${path}`)).rejects.toMatchObject(refused)
  })

  it.each(['<svg xmlns="http://www.w3.org/2000/svg"/>', '<!doctype html><script>1</script>', '%PDF-1.7', ''])(
    'S23: %j is no picture, whatever its server calls it',
    async (content) => {
      const connect = await serving((_request, response) => {
        response.writeHead(200, { 'content-type': 'image/png' }).end(content)
      })
      await expect(makeImageFetcher({ resolve, connect }).fetch('http://a.example/')).rejects.toMatchObject(refused)
    },
  )
})

describe('the connection to a checked address', () => {
  /** A name that resolves nowhere (RFC 6761 section 6.4): whoever looks it up again reaches nobody. */
  const host = 'pictures.invalid'

  it('S23: goes to that address and names the host, and looks the host up no second time', async () => {
    const asked: string[] = []
    const server = createServer(({ url, headers }, response) => {
      asked.push(`${headers.host}${url}`, ...Object.keys(headers).filter((name) => /cookie|referer|auth/.test(name)))
      response.end(gif)
    })
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const url = new URL(`http://${host}:${port}/a.gif?b=1`)
    const response = await connectTo(url, '127.0.0.1', AbortSignal.timeout(5_000))
    response.destroy()
    expect(response.statusCode).toBe(200)
    expect(asked).toEqual([`${host}:${port}/a.gif?b=1`])
  })

  it.each([
    ['a picture', (url: URL, signal: AbortSignal) => connectTo(url, '127.0.0.1', signal)],
    ['an unsubscription', (url: URL, signal: AbortSignal) => post(url, '127.0.0.1', 'x', signal)],
  ])('S23: over TLS for %s, goes to that address and asks for the certificate of the host', async (_what, ask) => {
    const server = createTcpServer()
    const hello = once(server, 'connection').then(async ([socket]) => {
      const [bytes] = await once(socket, 'data')
      socket.destroy()
      return String(bytes)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    await expect(ask(new URL(`https://${host}:${port}/`), AbortSignal.timeout(5_000))).rejects.toThrow()
    server.close()
    // The name stands in the clear in the first message of a handshake (RFC 6066 section 3).
    expect(await Promise.race([hello, 'nobody connected'])).toContain(host)
  })
})

describe('a picture’s type', () => {
  const bytes = (text: string) => Buffer.from(text, 'latin1')
  it.each([
    [bytes('\x89PNG\r\n\x1a\n…'), 'image/png'],
    [bytes('\xff\xd8\xff\xe0'), 'image/jpeg'],
    [bytes('RIFF\0\0\0\0WEBPVP8 '), 'image/webp'],
    [bytes('\0\0\0\x20ftypavif'), 'image/avif'],
    [bytes('BM\x10\0\0\0\0\0\0\0'), 'image/bmp'],
    [bytes('BMW is a car'), null],
  ])('%o is %s', (content, type) => {
    expect(pictureType(content)).toBe(type)
  })
})
