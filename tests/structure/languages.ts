/** Compares two languages' texts, and finds sentences that stand in components instead of there. */
import { type ESTree, parseSync } from 'vite'

export type Texts = { readonly [key: string]: string | Texts }

const han = /\p{Script=Han}/u
/** Names and signs that are the same in both languages. */
const sameInBoth =
  /^[\s\d\p{P}\p{S}]*(?:\{\{\w+\}\}|EP Mail|English|EN|URL|QQ|PDF|CSV|VIP|HTML|Ctrl|Enter|[\w.+-]+@[\w.-]+|[\s\d\p{P}\p{S}])*$/u

export function flatten(texts: Texts, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>()
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') flat.set(prefix + key, value)
    else for (const [inner, text] of flatten(value, `${prefix}${key}.`)) flat.set(inner, text)
  }
  return flat
}

const stem = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '')
/** As a component asks for them: without the form of a plural. */
export const keysOf = (texts: Texts): ReadonlySet<string> => new Set([...flatten(texts).keys()].map(stem))
const placeholders = (text: string) =>
  [...text.matchAll(/\{\{\s*(\w+)/g)]
    .map((match) => match[1])
    .sort()
    .join()

/** Every difference in a sentence of its own. */
export function compareLanguages(zh: Texts, en: Texts): string[] {
  const faults: string[] = []
  const chinese = flatten(zh)
  const english = flatten(en)
  const byStem = (flat: Map<string, string>) => new Map([...flat].map(([key, text]) => [stem(key), text]))
  const zhStems = byStem(chinese)
  const enStems = byStem(english)
  for (const key of zhStems.keys()) if (!enStems.has(key)) faults.push(`${key}: missing in English`)
  for (const key of enStems.keys()) if (!zhStems.has(key)) faults.push(`${key}: missing in Chinese`)
  for (const [key, text] of zhStems) {
    const other = enStems.get(key)
    if (other === undefined) continue
    if (text.trim() === '' || other.trim() === '') faults.push(`${key}: empty`)
    else if (placeholders(text) !== placeholders(other)) faults.push(`${key}: other placeholders`)
    else if (han.test(other) && !key.startsWith('otherLanguage')) faults.push(`${key}: Chinese in the English text`)
    else if (text === other && !sameInBoth.test(text)) faults.push(`${key}: the same in both languages`)
  }
  return faults
}

/** Attributes whose text a person sees or hears. */
const spoken = new Set(['title', 'alt', 'placeholder', 'label', 'aria-label', 'aria-description', 'aria-valuetext'])

function isNode(value: unknown): value is ESTree.Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** Names and beginnings of addresses are the same in every language. */
const notSentences: readonly string[] = ['易邮', 'https://']

/** Sentences in a component: Chinese in any string, and words between tags or in a spoken attribute. */
export function sentencesIn(path: string, text: string): string[] {
  const found: string[] = []
  const walk = (node: ESTree.Node): void => {
    if (node.type === 'JSXText' && /\p{L}{2,}/u.test(node.value)) found.push(node.value.trim())
    if (node.type === 'Literal' && typeof node.value === 'string' && han.test(node.value)) found.push(node.value)
    if (node.type === 'TemplateElement' && han.test(node.value.raw)) found.push(node.value.raw)
    if (
      node.type === 'JSXAttribute' &&
      node.name.type === 'JSXIdentifier' &&
      spoken.has(node.name.name) &&
      node.value?.type === 'Literal' &&
      typeof node.value.value === 'string' &&
      /\p{L}{2,}/u.test(node.value.value)
    )
      found.push(node.value.value)
    for (const value of Object.values(node)) {
      const children: unknown[] = Array.isArray(value) ? value : [value]
      for (const child of children) if (isNode(child)) walk(child)
    }
  }
  walk(parseSync(path, text).program)
  return found.filter((sentence) => !notSentences.includes(sentence))
}
