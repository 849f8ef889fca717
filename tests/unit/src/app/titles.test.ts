import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { routeTable } from '#contract/routes'
import { ownPages, promisedPages } from '#tests/structure/specification'

const promised = [...promisedPages, ...ownPages]

const readTitles = (language: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(`locales/${language}/titles.json`, 'utf8'))
const chinese = readTitles('zh-CN')
const english = readTitles('en-US')

describe('the title', () => {
  it.each(promised)('of %s is %s, and %s', (path, ...titles) => {
    const spec = Object.values(routeTable).find((one) => one.path === path)
    const key = spec?.title.replace('titles:', '') ?? ''
    expect([chinese[key], english[key]]).toEqual(titles)
  })

  it('is promised for every route', () => {
    const paths = Object.values(routeTable).map(({ path }) => path)
    expect(promised.map(([path]) => path).toSorted()).toEqual(paths.toSorted())
  })
})
