import { describe, expect, it } from 'vitest'
import { formsOf, simplified } from '#server/kit/chineseScripts'

describe('simplified and traditional Chinese', () => {
  it('meet in the simplified form', () => {
    expect(simplified('電子發票與訂單 A')).toBe('电子发票与订单 A')
    expect(simplified('头发頭髮')).toBe('头发头发')
  })

  it('are both looked for, whichever was typed, each form once', () => {
    expect(formsOf('税务')).toEqual(['税务', '稅務'])
    expect(formsOf('稅務')).toEqual(['稅務', '税务'])
    expect(formsOf('invoice')).toEqual(['invoice'])
    expect(formsOf('头发')).toEqual(['头发', '頭發', '頭髮'])
  })

  it('S30: never makes more than six forms of a word, however long it is', () => {
    expect(formsOf('发台里面历'.repeat(200)).length).toBeLessThanOrEqual(6)
  })
})
