import { expect, it } from 'vitest'
import { makeI18n } from '#src/lib/i18n/i18n'
import { languages, readLanguage } from '#src/lib/i18n/languages'

const texts = { mails_one: '{{count}} mail', mails_other: '{{count}} mails', from: '{{name}}, {{total}}{{nothing}}' }

it('writes numbers as the language does, chooses the plural by the number, and leaves words alone', async () => {
  const i18n = await makeI18n('en-US', ['common'], async () => texts)
  expect(i18n.t('mails', { count: 1 })).toBe('1 mail')
  expect(i18n.t('mails', { count: 10_248 })).toBe('10,248 mails')
  expect(i18n.t('from', { name: '2026', total: 1_234.5, nothing: undefined })).toBe('2026, 1,234.5')
})

it('reads only a language that there is', () => {
  for (const language of languages) expect(readLanguage(language)).toBe(language)
  for (const broken of [null, 'fr', 5, { value: 'en-US' }, 'EN-us']) expect(readLanguage(broken)).toBe('zh-CN')
})
