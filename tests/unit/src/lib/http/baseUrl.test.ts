import { expect, it } from 'vitest'
import { chooseBaseUrl } from '../../../../../src/lib/http/baseUrl'

const environments = [
  { hostnames: ['127.0.0.1', 'localhost'], gatewayUrl: '' },
  { hostnames: ['beta.example.com', 'xn--bcher-kva.example'], gatewayUrl: 'https://gateway.example.com/beta' },
  { hostnames: ['mail.example.com'], gatewayUrl: 'https://gateway.example.com/' },
]

it.each([
  ['localhost', ''],
  ['beta.example.com', 'https://gateway.example.com/beta'],
  ['xn--bcher-kva.example', 'https://gateway.example.com/beta'],
  ['mail.example.com', 'https://gateway.example.com/'],
  ['example.com', ''],
  ['constructor', ''],
])('a page at %s calls %j, where empty is its own origin', (hostname, gatewayUrl) => {
  expect(chooseBaseUrl(hostname, environments)).toBe(gatewayUrl)
})
