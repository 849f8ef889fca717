/** Refuses HTML that the composer's sanitiser would not have written; it mends nothing (TRUST S2). */
import { allowedFunctions, isAllowedProperty } from '#contract/html/cssAllowed'
import { allowedAttributes, allowedTags } from '#contract/html/htmlAllowed'

const tags: ReadonlySet<string> = new Set(allowedTags.filter((tag) => !['head', 'html', 'body'].includes(tag)))
const attributes: ReadonlySet<string> = new Set(allowedAttributes.filter((name) => name !== 'background'))

/** Text, a character by name, or a tag with its attributes, each as a browser writes it. */
const token = /[^<>&]+|&(?:amp|lt|gt|nbsp|quot);|<\/([a-z][a-z0-9]*)>|<([a-z][a-z0-9]*)((?: [a-z-]+="[^"]*")*)>/gy
const attribute = / ([a-z-]+)="([^"]*)"/g
const picture = /^data:image\/(?:png|gif|jpe?g|webp);base64,[a-z0-9+/=]*$/i

export function isSanitized(html: string): boolean {
  token.lastIndex = 0
  while (token.lastIndex < html.length) {
    const [found, end, start, rest = ''] = token.exec(html) ?? []
    if (found === undefined) return false
    const tag = end ?? start
    if (tag !== undefined && !tags.has(tag)) return false
    for (const [, name = '', value = ''] of rest.matchAll(attribute))
      if (!isHarmless(tag ?? '', name, readValue(value))) return false
  }
  return true
}

function isHarmless(tag: string, name: string, value: string): boolean {
  if (name === 'target') return tag === 'a' && value === '_blank'
  if (name === 'rel') return tag === 'a' && value === 'noopener noreferrer'
  if (name === 'class') return /^(?:(?:size|font|colou?r|highlight)(?: |$))+$/.test(value)
  if (!attributes.has(name)) return false
  if (name === 'src') return tag === 'img' && picture.test(value)
  if (name === 'href') return tag === 'a' && /^(?:https?:\/\/|mailto:|tel:)[^\p{Cc}]*$/iu.test(value)
  return name !== 'style' || isHarmlessStyle(value)
}

/** Longer than what the editor writes; looking for functions costs the square of it. */
const styleCharacters = 1_000

function isHarmlessStyle(css: string): boolean {
  if (css.length > styleCharacters || /[\\@{}<>]|\/\*/.test(css)) return false
  const calls = [...css.matchAll(/([a-z-]*)\s*\(/gi)].map(([, name = '']) => name.toLowerCase())
  if (!calls.every((name) => allowedFunctions.has(name))) return false
  return css
    .split(';')
    .filter((one) => one.trim() !== '')
    .every((one) => /^\s*([a-z-]+)\s*:/i.test(one) && isAllowedProperty(one.split(':')[0]?.trim().toLowerCase() ?? ''))
}

/** As a browser reads it. */
function readValue(written: string): string {
  const read = written
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', ' ')
  // A character by number could hide the scheme of an address or the name of a function.
  return /&(?!amp;)/.test(read) ? '\0' : read.replaceAll('&amp;', '&')
}
