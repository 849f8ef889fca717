/** A rule as a sentence in the person's language. */
import type { TFunction } from 'i18next'
import { missingFolder, type RuleActionDraft, type RuleCondition, type RuleDraft } from '#contract/mail/ruleDraft'
import { fileSize } from '#src/components/text/fileSize'

type Words = {
  readonly t: TFunction<readonly ['rules', 'mail']>
  readonly language: string
  /** Null for a folder that is gone. */
  readonly folderName: (id: string) => string | null
}

/** Values that are named, and characters of one. */
const valuesMost = 3
const charactersMost = 40

export function ruleSentence({ match, conditions, exceptions, actions, stops }: RuleDraft, words: Words): string {
  const { t } = words
  const said = (list: readonly RuleCondition[], by: 'all' | 'any') =>
    list.map((one) => conditionText(one, words)).join(t(`rules:said.${by}`))
  const met = conditions.length === 0 ? t('rules:said.everything') : said(conditions, match)
  const which =
    exceptions.length === 0 ? met : t('rules:said.unless', { conditions: met, exceptions: said(exceptions, 'any') })
  const done = actions.map((one) => actionText(one, words)).join(t('rules:said.then'))
  const rule = t('rules:said.rule', { conditions: which, actions: done || t('rules:said.nothing') })
  return stops ? t('rules:said.stops', { rule }) : rule
}

/** What the form calls a condition's part of a mail. */
export function fieldOf(condition: RuleCondition): string {
  if (condition.kind === 'hasHeader') return 'header'
  return 'field' in condition ? `${condition.kind}_${condition.field}` : condition.kind
}

/** What the form calls a condition's way of comparing. */
export function testOf(condition: RuleCondition): string {
  if (condition.kind === 'hasHeader') return condition.exists ? 'exists' : 'missing'
  if (condition.kind === 'attachment') return condition.has ? 'has' : 'hasNot'
  return condition.test
}

function conditionText(condition: RuleCondition, { t, language }: Words): string {
  if (condition.kind === 'attachment') return t(condition.has ? 'rules:said.has' : 'rules:said.hasNot')
  const test = t(`rules:tests.${testOf(condition)}`)
  if (condition.kind === 'hasHeader') return t('rules:said.hasHeader', { name: isolated(condition.name), test })
  if (condition.kind === 'size') return t('rules:said.size', { test, size: fileSize(condition.bytes, language) })
  const named = condition.values.slice(0, valuesMost).map((value) => t('rules:said.value', { value: short(value) }))
  const listed = named.length === 0 ? '…' : named.join(t('rules:said.valueOr'))
  const count = condition.values.length
  const values = count > valuesMost ? t('rules:said.valuesMore', { values: listed, count }) : listed
  if (condition.kind === 'header') return t('rules:said.header', { name: isolated(condition.name), test, values })
  return t('rules:said.text', { field: t(`rules:fields.${fieldOf(condition)}`), test, values })
}

function actionText(action: RuleActionDraft, { t, folderName }: Words): string {
  if ('folder' in action) {
    const folder = action.folder === '' ? '…' : (folderName(action.folder) ?? goneName(action.folder, t))
    return t(`rules:said.${action.kind}`, { folder: isolated(folder) })
  }
  if (action.kind === 'redirect')
    return t(action.keepCopy ? 'rules:said.redirectKeep' : 'rules:said.redirect', { to: isolated(action.to || '…') })
  return t(`rules:said.${action.kind}`, 'text' in action ? { text: short(action.text || '…') } : {})
}

/** What stands for a folder that is not there. */
export function goneName(folder: string, t: Words['t']): string {
  const name = missingFolder(folder)
  return name === null ? t('rules:said.folderGone') : t('rules:said.folderMissing', { name: short(name) })
}

/** What somebody typed turns no writing around it (UAX 9). */
export const isolated = (text: string) => `\u2068${text}\u2069`

function short(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ')]
  return isolated(
    characters.length > charactersMost ? `${characters.slice(0, charactersMost).join('')}…` : characters.join(''),
  )
}
