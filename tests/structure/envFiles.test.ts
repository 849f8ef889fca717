import { expect, it } from 'vitest'
import { read } from './sources'

it.each(['local', 'beta', 'production'])('.env.%s says what it is for, and states its own environment', (name) => {
  const lines = read(`.env.${name}`).trim().split('\n')
  expect(lines[0]).toContain(`# The ${name} environment`)
  const keys = lines.filter((line) => !line.startsWith('#')).map((line) => line.slice(0, line.indexOf('=')))
  expect(keys).toEqual(['PAGE_HOSTNAMES', 'GATEWAY_URL'])
})
