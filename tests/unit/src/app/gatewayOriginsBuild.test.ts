import { describe, expect, it } from 'vitest'
import { gatewayOriginsOf } from '../../../../build/gatewayOriginsBuild'

describe('the gateways that a build writes down', () => {
  it('are the origins of VITE_API_* alone, each once; an empty base is the own origin', () => {
    expect(
      gatewayOriginsOf({
        MODE: 'production',
        VITE_HOST_BETA: 'beta.example.com',
        VITE_API_LOCAL: '',
        VITE_API_BETA: 'https://Gateway.example.com:443/mail/',
        VITE_API_PRODUCTION: 'https://gateway.example.com',
      }),
    ).toEqual(['https://gateway.example.com'])
  })

  it.each([
    'gateway.example.com',
    '//gateway.example.com',
    'ftp://gateway.example.com',
    "https://a.example;script-src'",
    'https://*.example.com',
    'https://[::1]:3000',
  ])('S25: stop the build at %j, by the name of the variable', (base) => {
    expect(() => gatewayOriginsOf({ VITE_API_BETA: base })).toThrow(/^VITE_API_BETA /)
  })
})
