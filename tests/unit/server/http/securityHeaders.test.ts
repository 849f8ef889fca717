import { describe, expect, it } from 'vitest'
import { securityHeaders } from '../../../../server/http/securityHeaders'

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
