import { describe, expect, it } from 'vitest'
import { makeIsOwnPage } from '#server/http/ownPage'

const isOwnPage = makeIsOwnPage({ corsOrigins: ['https://app.example.com'], publicUrl: 'https://mail.example.com' })
const host = '10.0.0.5:3000'

describe('S15: a page of ours', () => {
  it.each([
    ['says so by its browser', { origin: 'null', fetchSite: 'same-origin' }],
    ['says so behind a proxy that changes the host', { origin: 'https://other.example', fetchSite: 'same-origin' }],
    ['is served at the public address', { origin: 'https://mail.example.com', fetchSite: undefined }],
    ['is served by a site that may call', { origin: 'https://app.example.com', fetchSite: 'cross-site' }],
    ['is served by the host that is asked, in an older browser', { origin: `http://${host}`, fetchSite: undefined }],
  ])('%s', (_, asker) => {
    expect(isOwnPage({ ...asker, host })).toBe(true)
  })

  it.each([
    ['on another site', { origin: 'https://evil.example', fetchSite: 'cross-site' }],
    ['on another site, in an older browser', { origin: 'https://evil.example', fetchSite: undefined }],
    ['on another name of the same site', { origin: 'https://blog.example.com', fetchSite: 'same-site' }],
    ['that names the host and whose browser says otherwise', { origin: `http://${host}`, fetchSite: 'same-site' }],
    ['that hides where it is', { origin: 'null', fetchSite: 'cross-site' }],
    ['that hides where it is, in an older browser', { origin: 'null', fetchSite: undefined }],
    ['that says nothing', { origin: undefined, fetchSite: undefined }],
    ['whose origin is none', { origin: 'mail.example.com', fetchSite: undefined }],
  ])('is none %s', (_, asker) => {
    expect(isOwnPage({ ...asker, host })).toBe(false)
  })
})
