import { expect, it } from 'vitest'
import { wantedBuild } from '../../../../server/bin/prepare.mjs'

it('npm start builds anew for another value of a variable that overrides an environment, and for no other variable', () => {
  const plain = wantedBuild({})
  expect(wantedBuild({ PORT: '4000', GATEWAY_URL: 'https://a.example' })).toBe(plain)
  const marks = [
    plain,
    wantedBuild({ GATEWAY_URL_BETA: 'https://a.example' }),
    wantedBuild({ GATEWAY_URL_BETA: 'https://b.example' }),
    wantedBuild({ GATEWAY_URL_PRODUCTION: 'https://b.example' }),
    wantedBuild({ PAGE_HOSTNAMES_LOCAL: '' }),
  ]
  expect(new Set(marks).size).toBe(marks.length)
})
