import { describe, expect, it } from 'vitest'
import { routeTable } from '../../src/contract/routes'
import { read } from './sources'
import { promisedLoginRequired, promisedRoutes } from './specification'

const specs = Object.values(routeTable)
const titles: { readonly [key: string]: unknown } = JSON.parse(read('locales/zh-CN/titles.json'))

/** Promised addresses that the table does not spell. */
function absent(promised: readonly string[], spelt: readonly string[]): string[] {
  // The root only leads on to the home page.
  return promised.filter((path) => path !== '/' && !spelt.includes(path))
}

describe('the route table', () => {
  it('spells every address that is promised', () => {
    expect(
      absent(
        promisedRoutes,
        specs.map((spec) => spec.path),
      ),
    ).toEqual([])
  })

  it('asks for a sign-in wherever that is promised', () => {
    const open = specs.filter((spec) => !spec.loginRequired).map((spec) => spec.path)
    expect(promisedLoginRequired.filter((path) => open.includes(path))).toEqual([])
  })

  it('has a worded title for every route', () => {
    const unworded = specs.filter((spec) => !(spec.title.replace('titles:', '') in titles))
    expect(unworded.map((spec) => spec.path)).toEqual([])
  })

  it('an address that is misspelt is found', () => {
    expect(absent(['/vipProducttion'], ['/vipProduction'])).toEqual(['/vipProducttion'])
  })
})
