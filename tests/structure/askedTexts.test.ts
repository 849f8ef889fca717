import { describe, expect, it } from 'vitest'
import { type Catalogue, missingTexts } from './askedTexts'
import { listFiles, read, sourcesOf } from './sources'

const catalogue: Catalogue = Object.fromEntries(
  listFiles('locales/zh-CN').map((path) => [
    path.split('/').at(-1)?.replace('.json', '') ?? '',
    JSON.parse(read(path)),
  ]),
)

describe('every text that is asked for', () => {
  it('is in the namespace in which it is looked for', () => {
    const missing = [...sourcesOf('src')].flatMap(([path, text]) =>
      missingTexts(path, text, catalogue).map((key) => `${path} ${key}`),
    )
    expect(missing).toEqual([])
  })
})

describe('a planted key without a text is found', () => {
  const held: Catalogue = {
    compose: { send: '发送', status: { saved: '已保存' }, sent_other: '共' },
    sending: { another: '再' },
  }
  const within = (line: string, namespaces = "'compose'") =>
    missingTexts(
      'src/x.tsx',
      `function X() { const { t } = useTranslation(${namespaces}); return () => ${line} }`,
      held,
    )

  it.each([
    ['a key of another namespace', "t('another')"],
    ['a key of a namespace that is only the second', "t('another')", "['compose', 'sending']"],
    ['one side of a choice', "t(isSending ? 'gone' : 'send')"],
    ['a key made of parts of which none is held', 't(`state.$' + '{name}`)'],
    ['a whole key, wherever it stands', "show({ message: 'sending:send' })"],
  ])('%s', (...[, line, namespaces]) => {
    expect(within(line, namespaces)).toHaveLength(1)
  })

  it.each([
    ['a key of the namespace', "t('send')"],
    ['a key of another namespace by its whole name', "t('sending:another')"],
    ['a nested key', "t('status.saved')"],
    ['a plural', "t('sent', { count })"],
    ['a key made of parts', 't(`status.$' + '{name}`)'],
    ['a function of the same name that is no translation', '((t) => 1)(0)'],
  ])('%s is none', (_, line) => {
    expect(within(line)).toEqual([])
  })
})
