/** Lets through what a mail's style may do to its own page: an allow-list of properties, functions and at-rules (TRUST S5, S6, S8). */
import type { AtRule, ChildNode, Container, Declaration } from 'postcss'
import parse from 'postcss/lib/parse'
import { allowedFunctions, isAllowedProperty } from '#contract/html/cssAllowed'

/** Answers the address that may stand in place of a picture's, or null when it must not be loaded. */
export type PictureUrl = (url: string) => string | null

/** Deeper than any real mail nests `@media`. */
const maxDepth = 3
/** Longest value that is read: longer ones are embedded fonts and pictures. */
const maxValue = 4_000

/** Filters the text of a `<style>` element. */
export function filterSheet(css: string, pictureUrl: PictureUrl): string {
  const text = css.replace(/<!--|-->/g, '')
  return chunksOf(text)
    .map((nodes) => nodes.map((node) => ruleText(node, pictureUrl, 0)).join(''))
    .join('')
}

export type SheetRule = { readonly selector: string; readonly declarations: string }

/** The filtered rules of a `<style>` element that hold on wide screens, not on paper or phones. */
export function rulesOf(css: string, pictureUrl: PictureUrl): readonly SheetRule[] {
  return rulesAmong(chunksOf(css.replace(/<!--|-->/g, '')).flat(), pictureUrl, 0)
}

function rulesAmong(nodes: readonly ChildNode[], pictureUrl: PictureUrl, depth: number): readonly SheetRule[] {
  return nodes.flatMap((node) => {
    if (node.type === 'atrule' && depth < maxDepth && /^media$/i.test(node.name) && holdsOnScreens(node.params)) {
      const children: Container['nodes'] = node.nodes
      return rulesAmong(children ?? [], pictureUrl, depth + 1)
    }
    if (node.type !== 'rule' || !isSafeSelector(node.selector)) return []
    const declarations = declarationsOf(node.nodes, pictureUrl)
    return declarations === '' ? [] : [{ selector: node.selector, declarations }]
  })
}

/** Bounds the steps of the expression below (TRUST S30). */
const longestQuery = 200

/** Screens at least as wide as a mail is made for: 600 pixels (Media Queries section 3). */
export function holdsOnScreens(query: string): boolean {
  return query
    .split(',')
    .map((one) => one.trim())
    .some(
      (one) =>
        one.length <= longestQuery &&
        /^(?:(?:only\s+)?(?:all|screen)|\(min-width:\s*(?:[1-5]?\d\d?|600)px\))?(?:\s+and\s+\(min-width:\s*(?:[1-5]?\d\d?|600)px\))*$/i.test(
          one,
        ),
    )
}

/** Filters the text of a `style` attribute. */
export function filterDeclarations(css: string, pictureUrl: PictureUrl): string {
  const nodes = parsed(css) ?? css.split(';').flatMap((piece) => parsed(piece) ?? [])
  return declarationsOf(nodes, pictureUrl)
}

function parsed(css: string): readonly ChildNode[] | null {
  try {
    // Without `map: false` the parser looks for a source map that the mail names.
    const root = parse(css, { map: false })
    return root.type === 'root' ? root.nodes : null
  } catch {
    return null
  }
}

/** One fault must not cost the whole sheet: then each top-level rule is read by itself. */
function chunksOf(css: string): readonly (readonly ChildNode[])[] {
  const whole = parsed(css)
  if (whole !== null) return [whole]
  const chunks: (readonly ChildNode[])[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < css.length; at += 1) {
    const character = css[at]
    if (character === '{') depth += 1
    if (character !== '}') continue
    depth = Math.max(0, depth - 1)
    if (depth > 0) continue
    chunks.push(parsed(css.slice(start, at + 1)) ?? [])
    start = at + 1
  }
  return chunks
}

function ruleText(node: ChildNode, pictureUrl: PictureUrl, depth: number): string {
  if (node.type === 'rule') {
    const body = declarationsOf(node.nodes, pictureUrl)
    return body !== '' && isSafeSelector(node.selector) ? `${node.selector}{${body}}\n` : ''
  }
  if (node.type === 'atrule') return mediaText(node, pictureUrl, depth)
  return ''
}

function mediaText(rule: AtRule, pictureUrl: PictureUrl, depth: number): string {
  if (rule.name.toLowerCase() !== 'media' || depth >= maxDepth || !/^[\w\s():,.\-/]*$/.test(rule.params)) return ''
  const children: Container['nodes'] = rule.nodes
  const body = (children ?? []).map((child) => ruleText(child, pictureUrl, depth + 1)).join('')
  return body === '' ? '' : `@media ${rule.params}{${body}}\n`
}

/** A selector can only choose within its own frame; here it must not end the sheet or open a block. */
function isSafeSelector(selector: string): boolean {
  return selector.length <= 1_000 && !/[<{};@\\]|\/\*/.test(selector)
}

function declarationsOf(nodes: readonly ChildNode[] | undefined, pictureUrl: PictureUrl): string {
  return (nodes ?? [])
    .filter((node): node is Declaration => node.type === 'decl')
    .map((declaration) => declarationText(declaration, pictureUrl))
    .filter((text) => text !== '')
    .join(';')
}

function declarationText(declaration: Declaration, pictureUrl: PictureUrl): string {
  const property = declaration.prop.toLowerCase()
  if (!isAllowedProperty(property)) return ''
  const value = filterValue(declaration.value, pictureUrl)
  if (value === null) return ''
  return `${property}:${value}${declaration.important ? ' !important' : ''}`
}

/** The value with its pictures exchanged, or null when anything in it is not known to be harmless. */
function filterValue(value: string, pictureUrl: PictureUrl): string | null {
  const text = value
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  // An escape can spell any word anew, and a viewport height would make the frame grow for ever.
  if (text === '' || text.length > maxValue || /[<>{};@\\\p{Cc}]/u.test(text)) return null
  if (/\d(?:[dls]?v(?:h|b|min|max))\b/i.test(text)) return null
  let refused = false
  const kept = text.replace(/url\(\s*(?:"([^"]*)"|'([^']*)'|([^"'()\s]*))\s*\)/gi, (_all, double, single, bare) => {
    const url = pictureUrl(String(double ?? single ?? bare ?? ''))
    if (url === null || /["'()\\\s<>]/.test(url)) {
      refused = true
      return ''
    }
    return `url("${url}")`
  })
  if (refused) return null
  const names = kept.replace(/"[^"]*"|'[^']*'/g, '""').matchAll(/([\w-]*)\(/g)
  for (const [, name] of names) {
    const called = (name ?? '').toLowerCase()
    // What still reads `url(` here was written by the exchange above, or else has no end and is refused with its quotes.
    if (called !== 'url' && !allowedFunctions.has(called)) return null
  }
  const bareUrls = kept.replace(/url\("[^"]*"\)/g, '')
  return /url\(/i.test(bareUrls) ? null : kept
}
