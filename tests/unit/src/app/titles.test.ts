import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { routeTable } from '#contract/routes'
import { promisedPages } from '#tests/structure/specification'

const readTitles = (language: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(`locales/${language}/titles.json`, 'utf8'))
const chinese = readTitles('zh-CN')
const english = readTitles('en-US')

describe('the title', () => {
  it.each(promisedPages)('of %s is %s, and %s', (path, ...titles) => {
    const spec = Object.values(routeTable).find((one) => one.path === path)
    const key = spec?.title.replace('titles:', '') ?? ''
    expect([chinese[key], english[key]]).toEqual(titles)
  })

  it('is there in both languages for every route, and an address is one route’s alone', () => {
    const specs = Object.values(routeTable)
    const keys = specs.map(({ title }) => title.replace('titles:', ''))
    expect(keys.filter((key) => !chinese[key] || !english[key])).toEqual([])
    const paths = specs.map(({ path }) => path.toLowerCase())
    // `/Contact` and `/contact` would be one address.
    expect(paths.filter((path, at) => paths.indexOf(path) !== at)).toEqual([])
  })
})
