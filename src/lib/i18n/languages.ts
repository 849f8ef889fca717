/** The languages of the interface; the first is what a new browser shows. */
export const languages = ['zh-CN', 'en-US'] as const
export type Language = (typeof languages)[number]
export const defaultLanguage: Language = 'zh-CN'

/** From a stored value, whatever it is, to a language that exists. */
export function readLanguage(value: unknown): Language {
  return languages.find((language) => language === value) ?? defaultLanguage
}
