/** Both languages, fetched a namespace at a time and only in the language shown. */
import i18next, { type i18n as I18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { isVip, tierIds } from '../../contract/tiers'
import { withinTime } from '../clock/withinTime'
import { wholeNumber } from './wholeNumber'

export type Load = (language: string, namespace: string) => Promise<unknown>

/** Those of the sign-in, list and reader; the addresses of all others come with the first of them. */
const first = import.meta.glob<unknown>(
  '../../../locales/*/{common,errors,titles,login,layout,search,folders,look,mail,reading,compose}.json',
  { import: 'default' },
)

/** Loads one locale file as a chunk of its own. */
export const loadFromChunks: Load = async (language, namespace) => {
  const file = `../../../locales/${language}/${namespace}.json`
  const load = first[file] ?? (await withinTime(import('./laterTexts'))).laterTexts[file]
  if (load === undefined) throw new Error(`no texts for ${language}/${namespace}`)
  return load()
}

/** Numbers in a text as its language writes them: 10,248. */
function formatted(value: unknown, _format?: string, language?: string): string {
  return typeof value === 'number' ? wholeNumber(value, language) : String(value ?? '')
}

/** Makes the translator with the namespaces that every page needs. */
export async function makeI18n(
  language: string,
  namespaces: readonly string[],
  load: Load = loadFromChunks,
): Promise<I18n> {
  const i18n = i18next.createInstance()
  i18n
    .use({
      type: 'backend' as const,
      read: (lng: string, namespace: string, done: (error: unknown, texts: unknown) => void) => {
        load(lng, namespace).then(
          (texts) => done(null, texts),
          (error: unknown) => done(error, null),
        )
      },
    })
    .use({ type: 'formatter' as const, init: () => {}, add: () => {}, addCached: () => {}, format: formatted })
    .use(initReactI18next)
  await i18n.init({
    lng: language,
    fallbackLng: false,
    // Else it would ask for `zh` beside `zh-CN`, which there is not.
    load: 'currentOnly',
    ns: [...namespaces],
    defaultNS: 'common',
    returnNull: false,
    // A refusal comes as a key alone: the text finds the lowest VIP tier by itself.
    interpolation: { escapeValue: false, alwaysFormat: true, defaultVariables: { vipTier: tierIds.find(isVip) } },
    react: { useSuspense: true, bindI18n: 'languageChanged' },
    maxRetries: 2,
  })
  return i18n
}

/** Fetches namespaces before a page that needs them is shown. */
export function ensureNamespaces(i18n: I18n, namespaces: readonly string[]): Promise<void> {
  return i18n.loadNamespaces([...namespaces])
}
