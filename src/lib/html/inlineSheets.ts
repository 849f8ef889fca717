/** Writes the sheets of a forwarded mail into its elements: the editor holds no sheet (TRUST S4). */
import { filterDeclarations, holdsOnScreens, rulesOf } from './css/cssFilter'

/** One step is one look at one element; long selectors and elements with many names take several. */
const mostSteps = 2_000_000
/** Characters that all rules together may add. */
const mostAdded = 1_000_000

/** What meets in one element, such as `td.top[align]:first-child`; no search within a value. */
const compound =
  /(?:\*|[\w-]|[^\p{ASCII}])*(?:[#.](?:[\w-]|[^\p{ASCII}])+|:(?:first|last|only)-child|:nth-child\([\w +]{1,9}\)|\[[\w-]+(?:[\^$|]?="[^"]{0,64}"|[\^$|]?='[^']{0,64}'|[\^$|]?=[\w-]{1,64})?\])*/uy
const combinator = /\s*([>+~])\s*|(\s+)/y

type Step = { readonly combinator: string; readonly compound: string }
type Selector = { readonly steps: readonly Step[]; readonly specificity: number }
type Style = { readonly specificity: number; readonly declarations: string }

/** Takes the HTML of a forward as the gateway gives it; only the quoted mail in it changes. */
export function inlineSheets(html: string): string {
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  const quote = parsed.querySelector('body > [data-ep-quote] + blockquote')
  if (quote === null || (quote.querySelector('style') === null && parsed.body.attributes.length === 0)) return html
  // The mail's selectors are to meet the mail alone, and its own body.
  const mail = parsed.implementation.createHTMLDocument('')
  for (const { name, value } of parsed.body.attributes) {
    if (!bodyAttributes.has(name)) continue
    mail.body.setAttribute(name, value)
    parsed.body.removeAttribute(name)
  }
  moveChildren(quote, mail.body)
  const sheets = [...mail.body.querySelectorAll('style')]
  for (const sheet of sheets) sheet.remove()
  writeStyles(stylesOf(mail, sheets))
  const ground = mail.documentElement.getAttribute('style')
  if (ground !== null) mail.body.setAttribute('style', `${ground};${mail.body.getAttribute('style') ?? ''}`)
  if (mail.body.attributes.length === 0) moveChildren(mail.body, quote)
  else quote.append(asBlock(mail.body))
  return parsed.body.innerHTML
}

const bodyAttributes: ReadonlySet<string> = new Set(['style', 'class', 'id', 'bgcolor', 'dir', 'lang', 'align'])

type Styles = ReadonlyMap<Element, readonly Style[]>

function stylesOf(mail: Document, sheets: readonly HTMLStyleElement[]): Styles {
  const find = finder(mail)
  const styles = new Map<Element, Style[]>()
  let added = 0
  const always = sheets.filter(({ media }) => holdsOnScreens(media))
  for (const { selector, declarations } of always.flatMap((sheet) => rulesOf(sheet.textContent ?? '', noPicture))) {
    for (const one of selectorsOf(selector)) {
      const found = find(one.steps)
      if (found === null) continue
      added += found.length * declarations.length
      if (added > mostAdded) return styles
      for (const element of found) {
        const known = styles.get(element) ?? []
        known.push({ specificity: one.specificity, declarations })
        styles.set(element, known)
      }
    }
  }
  return styles
}

/** No picture of a style goes along; the colour that stands beside it stays. */
const noPicture = (): string => ''

function writeStyles(styles: Styles): void {
  for (const [element, ofRules] of styles) {
    const own = filterDeclarations(element.getAttribute('style') ?? '', noPicture)
    const sorted = ofRules.toSorted((a, b) => a.specificity - b.specificity)
    const texts = [...sorted.map(({ declarations }) => declarations), own].join(';').split(/;+/)
    // Filtered values hold no semicolon; what is important goes last, where it wins without its mark.
    const [usual, important] = [false, true].map((is) => texts.filter((text) => text.endsWith('!important') === is))
    const ordered = [...(usual ?? []), ...(important ?? [])].map((text) => text.replace(/ ?!important$/, ''))
    const last = new Set(ordered.filter((text) => text !== '').reverse())
    element.setAttribute('style', [...last].reverse().join(';').replaceAll('url("")', 'none'))
  }
}

/** The selectors of a rule that ask for elements alone: what hangs on a state cannot stand inline. */
function selectorsOf(list: string): readonly Selector[] {
  const texts = list.match(/(?:[^,["'()]|\[(?:[^\]"']|"[^"]*"|'[^']*')+\]|\([^()]*\))+/g) ?? []
  // What is no list of such selectors would be split at the wrong commas.
  if (texts.join(',') !== list) return []
  return texts.flatMap((text) => selectorOf(text.trim().replace(/:(?:any-)?link\b/gi, '[href]')) ?? [])
}

function selectorOf(text: string): Selector | null {
  const steps: Step[] = []
  let joined = ''
  for (let at = 0; at < text.length; ) {
    const name = matchAt(compound, text, at)?.[0] ?? ''
    if (name === '') return null
    steps.push({ combinator: joined, compound: name })
    at += name.length
    if (at === text.length) return { steps, specificity: specificityOf(steps) }
    const join = matchAt(combinator, text, at)
    if (join === null) return null
    joined = join[1] ?? ' '
    at += join[0].length
  }
  return null
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** Ids, classes and tags in one number: a selector's length keeps each count under a thousand. */
function specificityOf(steps: readonly Step[]): number {
  const names = steps
    .map((step) => step.compound.replace(/\[(?:[^\]"']|"[^"]*"|'[^']*')+\]|:[\w-]+(?:\([^)]*\))?/g, '.a'))
    .join(' ')
  const count = (pattern: RegExp) => names.match(pattern)?.length ?? 0
  return count(/#/g) * 1_000_000 + count(/\./g) * 1_000 + count(/(?:^| )[^*#. ]/g)
}

/** Finds what a selector means, null beyond the bound; steps run in order and never go back. */
function finder(mail: Document) {
  const elements = [mail.documentElement, ...mail.documentElement.querySelectorAll('*')]
  const indexes = new Map<Element | null, number>(elements.map((element, index) => [element, index]))
  const parents = elements.map((element) => indexes.get(element.parentElement) ?? -1)
  const siblings = elements.map((element) => indexes.get(element.previousElementSibling) ?? -1)
  const known = new Map<string, readonly number[]>()
  const weight = elements.reduce((sum, element) => sum + weightOf(element), 0)
  let left = mostSteps

  const named = (text: string): readonly number[] => {
    const before = known.get(text)
    if (before !== undefined) return before
    const found = matching(mail, text).flatMap((element) => indexes.get(element) ?? [])
    known.set(text, found)
    return found
  }
  return (steps: readonly Step[]): readonly Element[] | null => {
    for (const step of steps) left -= weight * (1 + Math.floor(step.compound.length / 16))
    if (left < 0) return null
    let matched: readonly number[] = []
    for (const step of steps) {
      const own = named(step.compound)
      if (step.combinator === '') {
        matched = own
        continue
      }
      const before = new Uint8Array(elements.length)
      for (const index of matched) before[index] = 1
      const isFar = step.combinator === ' ' || step.combinator === '~'
      const reached = new Uint8Array(elements.length)
      const sources = step.combinator === ' ' || step.combinator === '>' ? parents : siblings
      for (const [index, source] of sources.entries()) {
        if (source >= 0 && (before[source] === 1 || (isFar && reached[source] === 1))) reached[index] = 1
      }
      matched = own.filter((index) => reached[index] === 1)
    }
    return matched.flatMap((index) => elements[index] ?? [])
  }
}

/** A look at an element goes through its classes and attributes; few of them cost nothing. */
function weightOf(element: Element): number {
  const classes = Math.floor((element.getAttribute('class') ?? '').length / 8)
  return 1 + Math.max(0, element.attributes.length + classes - 32)
}

function matching(mail: Document, text: string): readonly Element[] {
  try {
    return [...mail.querySelectorAll(text)]
  } catch {
    return []
  }
}

/** The body as a block, so that its own colours and classes go with it. */
export function asBlock(body: Element): HTMLElement {
  const block = body.ownerDocument.createElement('div')
  for (const name of ['style', 'class', 'bgcolor', 'dir', 'lang', 'align']) {
    const value = body.getAttribute(name)
    if (value !== null) block.setAttribute(name, value)
  }
  const ground = body.getAttribute('bgcolor')
  if (ground !== null && /^#?\w{3,20}$/.test(ground)) block.style.backgroundColor ||= ground
  moveChildren(body, block)
  return block
}

/** One by one: there may be more of them than a call takes arguments. */
function moveChildren(from: Element, to: Element): void {
  while (from.firstChild !== null) to.append(from.firstChild)
}
