import { describe, expect, it } from 'vitest'
import { allEndpoints } from '../../src/contract/endpoints'
import { read } from './sources'
import { promisedCalls, promisedRoutes } from './specification'

const named = (entry: { method: string; path: string }) => `${entry.method} ${entry.path}`

describe('the contract', () => {
  it('has every call that the specification promises', () => {
    const entered = allEndpoints.map(named)
    expect(promisedCalls.filter((call) => !entered.includes(call))).toEqual([])
  })

  it('is described in the documents with every promised call and route', () => {
    const paths = promisedCalls.map((call) => call.replace(/^\w+ webmail\//, ''))
    for (const document of ['docs/specification.md', 'docs/contract.md'])
      expect(paths.filter((path) => !read(document).includes(`${path}\``))).toEqual([])
    const addresses = promisedRoutes.map((route) => route.replaceAll(/:(\w+\??)/g, '{$1}'))
    expect(addresses.filter((route) => !read('docs/specification.md').includes(`\`${route}\``))).toEqual([])
  })

  it('names no path twice', () => {
    const paths = allEndpoints.map((entry) => entry.path)
    expect(paths.filter((path, at) => paths.indexOf(path) !== at)).toEqual([])
  })

  it('changes state by GET only where the specification says so', () => {
    const changing = /\/(save|send|start|finish|cancel|move|remove|mark|bind|report|add|set|delete)/i
    const allowed = ['webmail/vipBindPhone/bindPhone', 'webmail/writemail/sendStatus.action']
    const gets = allEndpoints.filter((entry) => entry.method === 'GET' && changing.test(entry.path))
    expect(gets.map((entry) => entry.path).filter((path) => !allowed.includes(path))).toEqual([])
  })
})
