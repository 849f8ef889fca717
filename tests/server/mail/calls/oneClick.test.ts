/** The POST that leaves a mailing list, and the addresses that it never asks. */
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { makeOneClick, type PostTo } from '#server/mail/images/oneClick.http'

const resolve = async (host: string) => (host.startsWith('inner') ? ['10.0.0.5'] : ['93.184.216.34'])
const refused = { code: 'unsubscribeFailed' }

const answering = (statusCode: number, headers: Record<string, string> = {}) =>
  vi.fn<PostTo>(async () => Object.assign(new IncomingMessage(new Socket()), { statusCode, headers }))

describe('leaving a list', () => {
  it('posts the words of RFC 8058 to the address that was checked, once', async () => {
    const postTo = answering(200)
    await makeOneClick({ resolve, postTo }).post('https://list.example/leave?u=1')
    expect(postTo).toHaveBeenCalledOnce()
    const [url, address, body] = postTo.mock.calls[0] ?? []
    expect([url?.href, address, body]).toEqual([
      'https://list.example/leave?u=1',
      '93.184.216.34',
      'List-Unsubscribe=One-Click',
    ])
  })

  it.each([
    'http://list.example/',
    'https://list.example:8443/',
    'https://user:pass@list.example/',
    'https://inner.example/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/latest',
    'ftp://list.example/',
    'no address',
  ])('S23: never asks %s', async (url) => {
    const postTo = answering(200)
    await expect(makeOneClick({ resolve, postTo }).post(url)).rejects.toMatchObject(refused)
    expect(postTo).not.toHaveBeenCalled()
  })

  it('S23: follows no redirect, and a no is a no', async () => {
    for (const status of [301, 302, 307, 404, 500]) {
      const postTo = answering(status, { location: 'https://elsewhere.example/' })
      await expect(makeOneClick({ resolve, postTo }).post('https://list.example/')).rejects.toMatchObject(refused)
      expect(postTo).toHaveBeenCalledOnce()
    }
  })

  it('does not wait for ever', async () => {
    const postTo: PostTo = () => new Promise(() => {})
    await expect(makeOneClick({ resolve, postTo, timeoutMs: 20 }).post('https://list.example/')).rejects.toMatchObject(
      refused,
    )
  })
})
