import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allBindings } from '../../server/composition/routes'
import { allEndpoints } from '../../src/contract/endpoints'
import { limits } from '../../src/contract/limits'
import { makeCalls, type Signed } from '../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../support/gateway/gateway'
import { read, sourcesOf } from './sources'
import { promisedCalls } from './specification'

const unboundOf = (entered: readonly string[], bound: readonly string[]) =>
  entered.filter((path) => !bound.includes(path))

describe('every call of the contract', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await makeTestGateway()
  })
  afterAll(() => gateway.close())

  it('is bound to a use case', () => {
    const bound = allBindings(gateway.stores).map(({ entry }) => entry.path)
    const entered = allEndpoints.map(({ path }) => path)
    expect(entered.length).toBeGreaterThan(100)
    expect(unboundOf(entered, bound)).toEqual([])
  })

  it('of the specification answers whoever is signed in, and others where it may, in words of both languages', async () => {
    await gateway.account('lin@ep.test')
    const calls = makeCalls(gateway)
    const texts = ['zh-CN', 'en-US'].map((language) => JSON.parse(read(`locales/${language}/errors.json`)))
    for (const line of promisedCalls) {
      const [method = '', path = ''] = line.split(' ')
      const { anonymous: isAnonymous, body } = allEndpoints.find((it) => it.path === path) ?? expect.fail(line)
      const ask = (extras: { readonly session?: Signed }) =>
        (method === 'GET' ? calls.get : calls.post)(path.replace('webmail/', ''), {}, extras)
      // Some end the session.
      const [own, others] = [await ask({ session: await calls.signIn('lin@ep.test') }), await ask({})]
      expect(others.status === 403, line).toBe(!isAnonymous)
      for (const { status, text, json } of [own, others]) {
        // What would be a file is none, where it is refused.
        expect([200, 403, ...(body === 'bytesOut' ? [404] : [])], line).toContain(status)
        expect(text, line).not.toBe('')
        const { msg } = json
        if (typeof msg !== 'string' || !msg.startsWith('errors:')) continue
        for (const words of texts) expect(words, line).toHaveProperty([msg.replace('errors:', '')])
      }
      expect(own.status, line).not.toBe(403)
    }
  })

  it('a call that nobody binds is found', () => {
    expect(unboundOf(['a', 'b'], ['a'])).toEqual(['b'])
  })
})

/** What each module of entries exports: its calls, and perhaps the path of one. */
const modules = Object.values(
  import.meta.glob<Readonly<Record<string, unknown>>>('../../src/contract/endpoints/*/*.ts', { eager: true }),
)
const isCall = (value: unknown): value is { readonly path: string } =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value

/** Paths of calls of which no source names the entry or its path. */
function unmadeCalls(sources: string): readonly string[] {
  const words = new Set(sources.match(/\w+/g))
  return modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, call]) => {
      if (!isCall(call)) return []
      const names = [name, ...Object.entries(module).flatMap(([other, value]) => (value === call.path ? [other] : []))]
      return names.some((one) => words.has(one)) ? [] : [call.path.replace('webmail/', '')]
    }),
  )
}

describe('what the contract promises', () => {
  const outside = [...sourcesOf('src')].flatMap(([path, text]) => (path.startsWith('src/contract/') ? [] : [text]))

  it('is made by a screen, or a decision says why it is not', () => {
    const decision = read('docs/decisions/0039-promised-calls-that-no-screen-makes.md')
    const unmade = unmadeCalls(outside.join('\n'))
    expect(unmade.filter((path) => !decision.includes(path))).toEqual([])
    const excused = [...decision.matchAll(/`(?:GET|POST) ([\w/.]+)`/g)].map(([, path = '']) => path)
    expect(excused.toSorted()).toEqual(unmade.toSorted())
  })

  it('a call that no screen makes is found', () => {
    expect(unmadeCalls('')).toContain('corp/startTrabsfer.action')
  })

  it('has no limit that nobody reads', () => {
    const everywhere = [...sourcesOf('src', 'server', 'build').values()].join('\n')
    expect(Object.keys(limits).filter((name) => !everywhere.includes(`limits.${name}`))).toEqual([])
  })
})
