import { parseEnv } from 'node:util'
import { expect, it } from 'vitest'
import { read } from './sources'

const names = ['local', 'beta', 'production'] as const
const variables = ['PAGE_HOSTNAMES', 'GATEWAY_URL'] as const

/** By the name of an environment, the text of its file. */
type Files = Readonly<Record<(typeof names)[number], string>>

/** What the files do not state of their environments, a line each. */
function environmentFaults(files: Files): readonly string[] {
  const owners = new Map<string, string>()
  return names.flatMap((name) => {
    const file = `.env.${name}`
    const [head = ''] = files[name].split('\n')
    const values = parseEnv(files[name])
    const faults = variables.flatMap((variable) => {
      const value = values[variable] ?? ''
      const owner = owners.get(value) ?? file
      owners.set(value, owner)
      if (value === '') return [`${file} states no ${variable}`]
      return owner === file ? [] : [`${file} states the ${variable} of ${owner}`]
    })
    const others = Object.keys(values).filter((key) => !variables.some((variable) => variable === key))
    return [
      ...(head.startsWith(`# The ${name} environment:`)
        ? []
        : [`${file} does not begin with "# The ${name} environment:"`]),
      ...faults,
      ...others.map((key) => `${file} has ${key}, which no build reads`),
    ]
  })
}

const files: Files = {
  local: read('.env.local'),
  beta: read('.env.beta'),
  production: read('.env.production'),
}

it('each of the three files says what it is for, and states an environment of its own', () => {
  expect(environmentFaults(files)).toEqual([])
})

it('a file without a value, with the values of another, or of another environment is found', () => {
  const { beta } = files
  expect(
    environmentFaults({ local: 'PAGE_HOSTNAMES=localhost\nGATEWAY_URL=\nPORT=1', beta, production: beta }),
  ).toEqual([
    '.env.local does not begin with "# The local environment:"',
    '.env.local states no GATEWAY_URL',
    '.env.local has PORT, which no build reads',
    '.env.production does not begin with "# The production environment:"',
    '.env.production states the PAGE_HOSTNAMES of .env.beta',
    '.env.production states the GATEWAY_URL of .env.beta',
  ])
})
