/** Texts that components ask for by a key and that no locale holds: a person would read the key itself. */
import { type ESTree, parseSync } from 'vite'
import { keysOf, type Texts } from './languages'

/** By namespace; of one language, since both hold the same keys. */
export type Catalogue = Readonly<Record<string, Texts>>
/** By the name of its function, the namespaces in which keys are looked for, the default first. */
type Spoken = ReadonlyMap<string, readonly string[]>

function isNode(value: unknown): value is ESTree.Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

const childrenOf = (node: ESTree.Node): ESTree.Node[] =>
  Object.values(node).flatMap((value: unknown) => (Array.isArray(value) ? value : [value]).filter(isNode))

/** The string, or what is left when each inserted part may be anything; null for what only running would tell. */
function patternsOf(node: ESTree.Node): RegExp[] {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [exactly([node.value])] : []
  if (node.type === 'TemplateLiteral') return [exactly(node.quasis.map(({ value }) => value.raw))]
  if (node.type === 'ConditionalExpression') return [...patternsOf(node.consequent), ...patternsOf(node.alternate)]
  return []
}
const exactly = (parts: readonly string[]) =>
  new RegExp(`^${parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')}$`, 'u')

/** `const { t } = useTranslation('compose')`, whatever `t` is called there. */
function speakersOf(node: ESTree.Node): [name: string, namespaces: readonly string[]][] {
  if (node.type !== 'VariableDeclarator' || node.id.type !== 'ObjectPattern' || node.init?.type !== 'CallExpression')
    return []
  const { callee, arguments: given } = node.init
  if (callee.type !== 'Identifier' || callee.name !== 'useTranslation') return []
  const asked = given[0]?.type === 'ArrayExpression' ? given[0].elements : given.slice(0, 1)
  const namespaces = asked.flatMap((one) => (one?.type === 'Literal' && typeof one.value === 'string' ? one.value : []))
  return node.id.properties.flatMap((property): [string, readonly string[]][] =>
    property.type === 'Property' &&
    property.key.type === 'Identifier' &&
    property.key.name === 't' &&
    property.value.type === 'Identifier'
      ? [[property.value.name, namespaces]]
      : [],
  )
}

type Keys = { readonly keys: ReadonlyMap<string, readonly string[]>; readonly whole: readonly string[] }
/** Read once for all files that are looked through. */
const known = new WeakMap<Catalogue, Keys>()

function keysIn(catalogue: Catalogue): Keys {
  const found = known.get(catalogue)
  if (found !== undefined) return found
  const keys = new Map(Object.entries(catalogue).map(([namespace, texts]) => [namespace, [...keysOf(texts)]]))
  const whole = [...keys].flatMap(([namespace, own]) => own.map((key) => `${namespace}:${key}`))
  known.set(catalogue, { keys, whole })
  return { keys, whole }
}

/**
 * Not seen: a key that a variable holds, and a `t` that is handed to another function, unless the key is a whole
 * `namespace:key`, which is looked for wherever it stands in a string.
 */
export function missingTexts(path: string, text: string, catalogue: Catalogue): string[] {
  const missing = new Set<string>()
  const { keys, whole } = keysIn(catalogue)
  const seek = (pattern: RegExp, namespaces: readonly string[]) => {
    const own = keys.get(namespaces[0] ?? '') ?? []
    const isWhole = pattern.source.includes(':')
    if (!own.some((key) => pattern.test(key)) && !(isWhole && whole.some((key) => pattern.test(key))))
      missing.add(`${namespaces[0] ?? '?'}: ${pattern.source.slice(1, -1).replaceAll('\\', '')}`)
  }

  const walk = (node: ESTree.Node, spoken: Spoken): void => {
    // A name that is declared in a block holds for all of it, and for what stands within.
    const own = node.type === 'BlockStatement' ? node.body.flatMap(declarationsOf).flatMap(speakersOf) : []
    const here = own.length === 0 ? spoken : new Map([...spoken, ...own])
    if (node.type === 'CallExpression' && node.callee.type === 'Identifier') {
      const namespaces = here.get(node.callee.name)
      const [key] = node.arguments
      if (namespaces !== undefined && key !== undefined) for (const one of patternsOf(key)) seek(one, namespaces)
    }
    if (node.type === 'Literal' && typeof node.value === 'string') {
      const [, namespace = ''] = /^(\w+):[\w.]+$/u.exec(node.value) ?? []
      if (keys.has(namespace)) seek(exactly([node.value]), [])
    }
    for (const child of childrenOf(node)) walk(child, here)
  }
  walk(parseSync(path, text).program, new Map())
  return [...missing]
}

const declarationsOf = (node: ESTree.Node): ESTree.Node[] =>
  node.type === 'VariableDeclaration' ? node.declarations : []
