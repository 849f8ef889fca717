/** Plain text as HTML: everything escaped, http(s) and mailto addresses linked, quote levels shown (TRUST S3, S30). */

import { foldQuotes } from './foldQuotes'
import { escapeHtml, quoteLevel } from './plainOfHtml'

/** Beyond these a text is a dump; it stays readable without links. */
const maxLinks = 2_000

/** Links, addresses of mail, telephone numbers: bounded runs, with little in them to retry. */
const address =
  /(?:https?:\/\/|mailto:)[^\s<>"'`\\，。；：！？、（）【】《》「」『』“”‘’\p{Cc}]{1,2000}|(?<![\w.+@-])[a-z0-9][\w.+-]{0,63}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}|(?<![\w.+/=-])(?:\+\d[\d ()-]{6,18}\d|1[3-9]\d{9}|0\d{2,3}-\d{7,8}|400-\d{3,4}-\d{3,4})(?![\w-]|\.\d)/giu

/** Where what was found leads to. */
function targetOf(found: string): string {
  if (/^(?:https?|mailto):/i.test(found)) return found
  return found.includes('@') ? `mailto:${found}` : `tel:${found.replace(/[^\d+]/g, '')}`
}

/** Takes any text; the answer is safe to stand in a frame document. Quotes fold behind a button that says `quoteLabel`. */
export function plainTextToHtml(text: string, quoteLabel?: string): string {
  const html = openPlainText(text)
  if (quoteLabel === undefined || !html.includes('<blockquote>')) return html
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  if (body.firstElementChild !== null) foldQuotes(body.firstElementChild, quoteLabel)
  return body.innerHTML
}

function openPlainText(text: string): string {
  const budget = { links: maxLinks }
  const out: string[] = []
  let level = 0
  let first = true
  for (const line of text.split(/\r\n?|\n/)) {
    const quoted = quoteLevel(line)
    if (quoted.level !== level) {
      out.push(
        quoted.level > level
          ? '<blockquote>'.repeat(quoted.level - level)
          : '</blockquote>'.repeat(level - quoted.level),
      )
    } else if (!first) out.push('\n')
    out.push(linkified(line.slice(quoted.from), budget))
    level = quoted.level
    first = false
  }
  out.push('</blockquote>'.repeat(level))
  return `<div class="ep-plain">${out.join('')}</div>`
}

function linkified(line: string, budget: { links: number }): string {
  const out: string[] = []
  let done = 0
  for (const match of line.matchAll(address)) {
    if (budget.links === 0) break
    const found = withoutTail(match[0])
    const target = targetOf(found)
    if (!URL.canParse(target) || !/^(?:https?:\/\/[^/]|mailto:.|tel:\+?\d)/i.test(target)) continue
    budget.links -= 1
    out.push(escapeHtml(line.slice(done, match.index)))
    out.push(`<a href="${escapeHtml(target)}" target="_blank" rel="noopener noreferrer">${escapeHtml(found)}</a>`)
    done = match.index + found.length
  }
  out.push(escapeHtml(line.slice(done)))
  return out.join('')
}

/** An address at a sentence's end does not own the full stop, nor a bracket that it did not open. */
function withoutTail(found: string): string {
  let end = found.length
  let unopened = found.split(')').length - found.split('(').length
  while (end > 0) {
    const last = found[end - 1] ?? ''
    if (!'.,;:!?)]}*_~'.includes(last) || (last === ')' && unopened <= 0)) break
    if (last === ')') unopened -= 1
    end -= 1
  }
  return found.slice(0, end)
}
