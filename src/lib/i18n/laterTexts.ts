/** Every locale file, for the pages beyond those whose texts `i18n.ts` knows by itself. */
export const laterTexts = import.meta.glob<unknown>('../../../locales/*/*.json', { import: 'default' })
