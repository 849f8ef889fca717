import { describe, expect, it } from 'vitest'
import { securityHeaders } from '#server/http/securityHeaders'

const policyFor = (origins?: readonly string[]) =>
  securityHeaders({ corsOrigins: [], publicUrl: null }, origins)['content-security-policy'] ?? ''

describe('the policy of an app that calls other gateways', () => {
  const gateways = ['https://gateway.example.com', 'http://localhost:3001']

  it('S25: lets calls, pictures, media, frames and forms reach these gateways, and adds nothing else', () => {
    const added = policyFor(gateways)
      .split('; ')
      .filter((directive) => directive.includes(' http'))
    expect(added).toEqual([
      "img-src 'self' https://gateway.example.com http://localhost:3001 data: blob:",
      "media-src 'self' https://gateway.example.com http://localhost:3001",
      "connect-src 'self' https://gateway.example.com http://localhost:3001",
      "frame-src 'self' https://gateway.example.com http://localhost:3001 blob:",
      "form-action 'self' https://gateway.example.com http://localhost:3001",
    ])
    expect(gateways.reduce((text, one) => text.replaceAll(` ${one}`, ''), policyFor(gateways))).toBe(policyFor())
  })

  it.each([
    "https://a.example; script-src 'unsafe-inline'",
    'https://a.example;script-src https://b.example',
    "https://a'.example",
    'https://*.example.com',
    'https://a.example,https://b.example',
    'https://a.example https://b.example',
    'https://a.example/path',
    'https://a.example\n',
    'ws://a.example',
    'data:',
    "'unsafe-eval'",
    '*',
    '',
  ])('S25: takes nothing from %j, which is no origin', (hostile) => {
    expect(policyFor([hostile])).toBe(policyFor())
  })
})

describe('the headers of every answer', () => {
  const headers = securityHeaders({ corsOrigins: [], publicUrl: null })
  const policy = new Map(
    (headers['content-security-policy'] ?? '').split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources.join(' ')]
    }),
  )

  it.each([
    ['default-src', "'none'"],
    ['script-src', "'self'"],
    ['object-src', "'none'"],
    ['base-uri', "'none'"],
    ['form-action', "'self'"],
    ['worker-src', "'self'"],
  ])('S25: let %s be %s and nothing else', (directive, sources) => {
    expect(policy.get(directive)).toBe(sources)
  })

  it('S25: let no directive evaluate text, and no other than styles stand within a page', () => {
    const inline = [...policy].filter(([, sources]) => sources.includes('unsafe-inline')).map(([name]) => name)
    expect(inline).toEqual(['style-src'])
    expect(headers['content-security-policy']).not.toMatch(/unsafe-eval|unsafe-hashes|\*|https?:/)
  })

  it('S26: let no other site show the app in a frame', () => {
    expect(policy.get('frame-ancestors')).toBe("'self'")
    expect(headers['x-frame-options']).toBe('SAMEORIGIN')
  })

  it('S25: say that types are not guessed and that no address goes along', () => {
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
    expect(headers['permissions-policy']).toContain('camera=()')
  })

  it.each([
    ['https://mail.example.com', true],
    ['http://mail.example.com', false],
    [null, false],
  ])('S25: at %s, whether it is TLS alone from now on: %s', (publicUrl, isTold) => {
    expect('strict-transport-security' in securityHeaders({ corsOrigins: [], publicUrl })).toBe(isTold)
  })
})
