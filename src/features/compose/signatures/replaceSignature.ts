/** Puts one signature in the place of another; what was typed around and inside it stays. */
import type { Signature as StoredSignature } from '#contract/endpoints/sending/signatures'
import { fragmentForEditor, isUntouched, plainOfHtml, signatureBlock, signatureMark } from '#src/lib/html'
import type { Rewriting } from '../useWriting'

type Signature = Pick<StoredSignature, 'id' | 'html'>

/** `known`: all of the account, which tell the former one from what was typed. Null: none. */
export function replaceSignature(known: readonly Signature[], chosen: Signature | null): Rewriting {
  return {
    formatted: (root) => replaceBlock(root, known, chosen),
    plain: (text) => replaceLines(text, known, chosen),
  }
}

function replaceBlock(root: HTMLElement, known: readonly Signature[], chosen: Signature | null): void {
  const blocks = [...root.querySelectorAll(`[${signatureMark}]`)]
  const former = blocks.find((block) => block.closest('blockquote') === null)
  const fresh = chosen === null ? [] : [...fragmentForEditor(signatureBlock(chosen)).childNodes]
  if (former !== undefined) former.replaceWith(...typedNodes(former, known), ...fresh)
  else if (!replaceMarkedLines(root, known, fresh) && fresh.length > 0) putAboveQuote(root, fresh)
  if (root.firstChild === null) root.append(emptyLine())
}

function emptyLine(): HTMLElement {
  const line = document.createElement('div')
  line.append(document.createElement('br'))
  return line
}

/** What was plain text before has its signature below a line of two hyphens; false for none. */
function replaceMarkedLines(root: HTMLElement, known: readonly Signature[], fresh: readonly ChildNode[]): boolean {
  const children = [...root.children]
  const quote = children.findIndex((one) => one.matches('blockquote'))
  const own = quote < 0 ? children : children.slice(0, quote)
  const mark = own.findIndex((one) => signsIn(one).trim() === '--')
  const lines = own.slice(mark + 1)
  const former = mark < 0 ? null : formerLines(lines.map(signsIn), known)
  if (former === null) return false
  const typed = former.typed.map((words) => {
    const line = document.createElement('div')
    line.textContent = words
    return line
  })
  for (const line of lines.slice(0, former.count)) line.remove()
  own[mark]?.replaceWith(...typed, ...fresh)
  return true
}

const signsIn = (element: Element): string => (element.textContent ?? '').replaceAll('\u00a0', ' ')

const isLead = (words: string): boolean => /[:：]\s*$/.test(words)

/** The quote, or the line that says whose it is; null for none. */
export function quoteWithLead(root: HTMLElement): Element | null {
  const quote = root.querySelector(':scope > blockquote[type="cite"]')
  const lead = quote?.previousElementSibling ?? null
  return isLead(lead?.textContent ?? '') ? lead : quote
}

/** Of a quote in plain text, which blank lines may part from its lead. */
export function lineWithLead(lines: readonly string[], quote: number): number {
  const lead = lines.slice(0, quote).findLastIndex((line) => line.trim() !== '')
  return isLead(lines[lead] ?? '') ? lead : quote
}

function putAboveQuote(root: HTMLElement, fresh: readonly ChildNode[]): void {
  const place = quoteWithLead(root)
  if (place === null) root.append(emptyLine(), ...fresh)
  else place.before(...fresh, emptyLine())
}

/** What of a block is no part of the signature that was put in. */
function typedNodes(block: Element, known: readonly Signature[]): readonly Node[] {
  if (isUntouched(block)) return []
  const [id] = (block.getAttribute(signatureMark) ?? '').split('.')
  const former = known.find((one) => one.id === id)
  if (former !== undefined) {
    const pristine = document.createElement('div')
    pristine.append(fragmentForEditor(former.html))
    const runs = runsOf(block)
    const typed = typedSpans(
      runs.map(({ signs }) => signs),
      runsOf(pristine).map(({ signs }) => signs),
    )
    typed.forEach((span, at) => {
      if (span !== null) cutRun(runs[at]?.nodes ?? [], span)
    })
  }
  for (const element of [...block.querySelectorAll('*')].reverse()) if (isEmpty(element)) element.remove()
  return isEmpty(block) ? [] : [...block.childNodes]
}

function isEmpty(element: Element): boolean {
  return (
    (element.textContent ?? '').trim() === '' &&
    !element.matches('img, br, hr') &&
    element.querySelector('img, hr') === null
  )
}

type Span = { readonly from: number; readonly to: number }

/** The typed part of each line that holds one of `former`, in their order; null for the others. */
function typedSpans(lines: readonly string[], former: readonly string[]): readonly (Span | null)[] {
  const spans: (Span | null)[] = lines.map(() => null)
  let next = 0
  for (const line of former.filter((one) => one.trim() !== '')) {
    const same = lines.findIndex((one, at) => at >= next && one === line)
    const at = same >= 0 ? same : lines.findIndex((one, index) => index >= next && spanWithin(one, line) !== null)
    if (at < 0) continue
    spans[at] = spanWithin(lines[at] ?? '', line)
    next = at + 1
  }
  return spans
}

function spanWithin(line: string, former: string): Span | null {
  let from = 0
  while (from < former.length && line[from] === former[from]) from += 1
  const rest = former.slice(from)
  return line.length >= former.length && line.endsWith(rest) ? { from, to: line.length - rest.length } : null
}

type Run = { readonly nodes: (Text | HTMLImageElement)[]; signs: string }

const blocks = 'address, blockquote, dd, div, dt, h1, h2, h3, h4, h5, h6, li, p, pre, td, th'

/** The lines of some HTML; a picture is one sign of its line. */
function runsOf(root: Element): readonly Run[] {
  const runs: Run[] = []
  let block: Element | null = null
  let isBroken = true
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof HTMLBRElement) isBroken = true
    if (!(node instanceof Text || node instanceof HTMLImageElement)) continue
    const own = node.parentElement?.closest(blocks) ?? root
    if (isBroken || own !== block) runs.push({ nodes: [], signs: '' })
    const run = runs.at(-1)
    run?.nodes.push(node)
    if (run !== undefined) run.signs += signsOf(node)
    block = own
    isBroken = false
  }
  return runs
}

function signsOf(node: Text | HTMLImageElement): string {
  return node instanceof Text ? node.data.replaceAll('\u00a0', ' ') : '\ufffc'
}

function cutRun(nodes: Run['nodes'], { from, to }: Span): void {
  let at = 0
  for (const node of nodes) {
    const { length } = signsOf(node)
    if (node instanceof Text) node.data = node.data.slice(Math.max(0, from - at), Math.max(0, to - at))
    else if (at < from || at >= to) node.remove()
    at += length
  }
}

function replaceLines(text: string, known: readonly Signature[], chosen: Signature | null): string {
  const lines = text.split('\n')
  const fresh = chosen === null ? [] : ['-- ', ...plainOfHtml(chosen.html).split('\n')]
  const quote = lines.findIndex((line) => line.startsWith('>'))
  const mark = lines.findIndex((line, at) => /^-- ?$/.test(line) && (quote < 0 || at < quote))
  const end = quote < 0 ? lines.length : quote
  const former = mark < 0 ? null : formerLines(lines.slice(mark + 1, end), known)
  if (former !== null)
    return [...lines.slice(0, mark), ...former.typed, ...fresh, ...lines.slice(mark + 1 + former.count)].join('\n')
  if (chosen === null) return text
  const lead = quote < 0 ? end : lineWithLead(lines, quote)
  const gap = lines[lead - 1] === '' ? [] : ['']
  return [...lines.slice(0, lead), ...gap, ...fresh, ...(lead < lines.length ? [''] : []), ...lines.slice(lead)].join(
    '\n',
  )
}

/** How many lines a known signature takes up, and what was typed among them; null for none. */
function formerLines(lines: readonly string[], known: readonly Signature[]) {
  for (const { html } of known) {
    const former = plainOfHtml(html)
      .split('\n')
      .filter((line) => line.trim() !== '')
    const spans = typedSpans(lines, former)
    if (former.length === 0 || spans.filter((span) => span !== null).length < former.length) continue
    const count = spans.findLastIndex((span) => span !== null) + 1
    const typed = lines.slice(0, count).map((line, at) => {
      const span = spans[at] ?? null
      return span === null ? line : line.slice(span.from, span.to)
    })
    return { count, typed: typed.filter((line) => line !== '') }
  }
  return null
}
