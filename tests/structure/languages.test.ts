import { describe, expect, it } from 'vitest'
import { clientCodes, refusalCodes } from '../../src/contract/codes'
import { compareLanguages, type Texts } from './languages'
import { listFiles, read } from './sources'

const namespaces = listFiles('locales/zh-CN').map((path) => path.split('/').at(-1) ?? '')
const texts = (language: string, file: string): Texts => JSON.parse(read(`locales/${language}/${file}`))

describe('both languages', () => {
  it('have the same namespaces', () => {
    expect(listFiles('locales/en-US').map((path) => path.split('/').at(-1))).toEqual(namespaces)
  })

  it.each(namespaces)('%s holds the same keys and placeholders, and no empty text', (file) => {
    expect(compareLanguages(texts('zh-CN', file), texts('en-US', file))).toEqual([])
  })

  it('word every code that a call can come back with', () => {
    const errors = texts('zh-CN', 'errors.json')
    const worded = Object.keys(errors)
    expect(
      [...refusalCodes, ...clientCodes].filter((code) => !worded.includes(code) && !worded.includes(`${code}_other`)),
    ).toEqual([])
  })
})

describe('a planted difference is found', () => {
  it.each<[string, Texts, Texts]>([
    ['a key that one language lacks', { a: '甲', b: '乙' }, { a: 'a' }],
    ['a nested key that one language lacks', { a: { b: '乙' } }, { a: {} }],
    ['another placeholder', { a: '共 {{count}} 封' }, { a: '{{total}} mails' }],
    ['an empty text', { a: '' }, { a: 'a' }],
    ['Chinese in the English text', { a: '收件箱' }, { a: '收件箱' }],
    ['a Chinese text that was never translated', { a: 'Press the button' }, { a: 'Press the button' }],
  ])('%s', (_, zh, en) => {
    expect(compareLanguages(zh, en)).toHaveLength(1)
  })

  it('plurals may differ by form', () => {
    expect(
      compareLanguages({ n_other: '{{count}} 封' }, { n_one: '{{count}} mail', n_other: '{{count}} mails' }),
    ).toEqual([])
  })
})
