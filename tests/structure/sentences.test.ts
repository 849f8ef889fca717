import { describe, expect, it } from 'vitest'
import { sentencesIn } from './languages'
import { sourcesOf } from './sources'

describe('sentences stand in the locales alone', () => {
  it('no component, hook or slice holds one', () => {
    const found = [...sourcesOf('src')].flatMap(([path, text]) => sentencesIn(path, text).map((s) => `${path}: ${s}`))
    expect(found).toEqual([])
  })

  it.each([
    'export const A = () => <p>No mail here</p>',
    'export const A = () => <p>没有邮件</p>',
    'export const A = () => <button title="Delete mail" />',
    'export const A = () => <input placeholder="Search" />',
    "export const label = '收件箱'",
    ['export const label = `共 $', '{1} 封`'].join(''),
  ])('a planted one is found: %s', (text) => {
    expect(sentencesIn('src/components/A.tsx', text)).not.toEqual([])
  })
})
