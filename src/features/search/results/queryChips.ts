/** The parts of a question as short labels, each with the question that is left without it. */
import type { TFunction } from 'i18next'
import { emptyQuery, type SearchQuery, textFields, writeSize, yesOrNo } from '../searchQuery'

export type Chip = { readonly key: string; readonly text: string; readonly without: SearchQuery | null }

export function chipsOf(query: SearchQuery, folderName: string, t: TFunction<'search'>): readonly Chip[] {
  const chip = (key: keyof SearchQuery, text: string): Chip => ({
    key,
    text,
    without: { ...query, [key]: emptyQuery[key] },
  })
  const valued = (key: keyof SearchQuery, label: string, value: string) =>
    value === '' ? [] : [chip(key, t('chip', { label, value }))]
  return [
    ...valued('words', t('words'), query.words),
    ...(query.location === 'all'
      ? []
      : [chip('location', t('chip', { label: t('location'), value: t(`at.${query.location}`) }))]),
    ...textFields.flatMap((name) => valued(name, t(`field.${name}`), query[name])),
    ...valued('folder', t('inFolder'), query.folder === '' ? '' : folderName),
    ...valued('after', t('after'), query.after),
    ...valued('before', t('before'), query.before),
    ...valued('larger', t('larger'), query.larger === null ? '' : writeSize(query.larger)),
    ...valued('smaller', t('smaller'), query.smaller === null ? '' : writeSize(query.smaller)),
    ...yesOrNo.flatMap((name) =>
      query[name] === null ? [] : [chip(name, t(`choice.${name}.${query[name] ? 'yes' : 'no'}`))],
    ),
  ]
}
