import { describe, expect, it } from 'vitest'
import { clientCodes, refusalCodes } from '../../src/contract/codes'
import { compareLanguages, flatten, type Texts } from './languages'
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

/** Texts that the specification gives word for word. */
const given: readonly string[] = [
  ...['noMailSelected', 'recallImpossible', 'recallOutside', 'recallRepeated', 'recallTooOld'].map(
    (key) => `errors.${key}`,
  ),
  ...['mail.noneSelected', 'mail.recallVip', 'recall.reason.vipOnly', 'recall.accepted'],
  ...['mailshow', 'shareMail', 'linkAccess', 'printMail'].map((key) => `titles.${key}`),
]
const programs = '(?:server|program|app|service)'
/** Words that `locales/STYLE.md` does not allow. */
const refused: Readonly<Record<string, RegExp>> = {
  'en-US': new RegExp(
    [
      String.raw`\b[Mm]ails\b`,
      String.raw`(?:\b(?:an?|the|this|that|each|every|another|one|no)|\}\}) (?:new |unread )?mail\b(?! ${programs}s?\b)`,
      '^(?:read|print|shared?) mail$',
      String.raw`\b(?:e-mail|for ever|for good|spam|trash|compose|refresh)\b`,
    ].join('|'),
    'i',
  ),
  'zh-CN': /你|信件|电邮|永久删除/,
}
const refusedIn = (language: string, key: string, text: string): boolean =>
  !given.includes(key) && (refused[language]?.test(text) ?? false)

describe('the words of locales/STYLE.md', () => {
  it.each(Object.keys(refused))('are kept by every text of %s', (language) => {
    const found = namespaces.flatMap((file) =>
      [...flatten(texts(language, file), `${file.replace('.json', '')}.`)].filter(([key, text]) =>
        refusedIn(language, key, text),
      ),
    )
    expect(found).toEqual([])
  })

  it.each([
    ['en-US', '{{count}} mails deleted'],
    ['en-US', '{{count}} new mail'],
    ['en-US', 'The mail is being sent'],
    ['en-US', 'Delete for ever'],
    ['en-US', 'Messages that were deleted for good'],
    ['en-US', 'Refresh'],
    ['en-US', 'Compose'],
    ['en-US', 'Print mail'],
    ['zh-CN', '永久删除'],
    ['zh-CN', '你的设置'],
  ])('a planted word of %s is found: %s', (language, text) => {
    expect(refusedIn(language, 'mail.planted', text)).toBe(true)
  })

  it.each(['Your mail server cannot do this', 'The mail server is away', 'This message'])('%s is allowed', (text) => {
    expect(refusedIn('en-US', 'mail.planted', text)).toBe(false)
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
