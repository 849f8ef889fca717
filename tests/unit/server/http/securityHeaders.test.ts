import { expect, it } from 'vitest'
import { securityHeaders } from '../../../../server/http/securityHeaders'

it.each([
  ['https://mail.example.com', true],
  ['http://mail.example.com', false],
  [null, false],
])('S25: at %s, whether it is TLS alone from now on: %s', (publicUrl, isTold) => {
  expect('strict-transport-security' in securityHeaders({ corsOrigins: [], publicUrl })).toBe(isTold)
})
