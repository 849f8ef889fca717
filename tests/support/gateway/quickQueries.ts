/**
 * Makes it cheap to ask the screen: what an element looks like is worked out once while the document stands still, and the document
 * is printed when somebody reads of a miss, not at every look of a wait.
 */
import { configure, prettyDOM } from '@testing-library/react'

/** Of the whole document: forgotten with its first change, whichever it is. */
let known = new WeakMap<Element, CSSStyleDeclaration>()
const forget = () => {
  known = new WeakMap()
}

const changes = new MutationObserver(forget)
changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })

const workOut = window.getComputedStyle.bind(window)

window.getComputedStyle = (element, pseudo) => {
  // Changes are reported at the end of a step, and asked for here in its middle.
  if (changes.takeRecords().length > 0) forget()
  // jsdom knows no pseudo-elements: it says so at length, and answers as for the element itself.
  if (pseudo) return workOut(element)
  if (element.ownerDocument !== document || !element.isConnected) return workOut(element)
  const found = known.get(element)
  if (found) return found
  const made = isPlain(element) ? quickStyle(element) : workOut(element)
  known.set(element, made)
  return made
}

const asked = ['display', 'visibility', 'pointer-events']
/** Selectors of the app's own rules that set what is asked for; null where one is no plain rule. */
let own: { readonly rules: number; readonly selectors: string | null } = { rules: 0, selectors: '' }

function ownSelectors(): string | null {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
  if (rules.length === own.rules) return own.selectors
  const setting = rules.filter(({ cssText }) => asked.some((name) => cssText.includes(name)))
  const isSimple = setting.every((rule) => rule instanceof CSSStyleRule && !/visibility|pointer/.test(rule.cssText))
  const selectors = setting.flatMap((rule) => (rule instanceof CSSStyleRule ? [rule.selectorText] : [])).join()
  own = { rules: rules.length, selectors: isSimple ? selectors : null }
  return own.selectors
}

/** Whether only the browser's own rules, and the element's, say how it looks. */
function isPlain(element: Element): element is HTMLElement {
  if (!(element instanceof HTMLElement) || element.hasAttribute('popover')) return false
  const selectors = ownSelectors()
  return selectors !== null && (selectors === '' || !element.matches(selectors))
}

/** What queries ask of every element at once; any other property is worked out when it is read. */
function quickStyle(element: HTMLElement): CSSStyleDeclaration {
  const quick: Readonly<Record<string, () => string>> = {
    display: () => displayOf(element),
    visibility: () => visibilityOf(element),
    pointerEvents: () => inherited(element, 'pointerEvents') || 'auto',
  }
  let whole: CSSStyleDeclaration | null = null
  const read = (name: string) => quick[name]?.()
  return new Proxy(element.style, {
    get: (_own, name) => {
      const short = typeof name === 'string' ? read(name) : undefined
      if (short !== undefined) return short
      if (name === 'getPropertyValue')
        return (property: string) => read(property) ?? worked().getPropertyValue(property)
      const value: unknown = Reflect.get(worked(), name)
      return typeof value === 'function' ? value.bind(worked()) : value
    },
  })
  function worked(): CSSStyleDeclaration {
    whole ??= workOut(element)
    return whole
  }
}

/** As the browser's own style sheet says (HTML, section 15.3). */
const hidden =
  'area base basefont datalist head link meta noembed noframes param rp script style template title noscript'
const block =
  'html body address blockquote center dialog div figure figcaption footer form header hr legend listing main p plaintext pre search xmp ' +
  'article aside h1 h2 h3 h4 h5 h6 hgroup nav section dir dd dl dt menu ol ul fieldset details summary optgroup'
const displays = new Map<string, string>([
  ...hidden.split(' ').map((name) => [name, 'none'] as const),
  ...block.split(' ').map((name) => [name, 'block'] as const),
  ...Object.entries({
    li: 'list-item',
    button: 'inline-block',
    input: 'inline-block',
    table: 'table',
    td: 'table-cell',
    th: 'table-cell',
  }),
  ...Object.entries({
    tr: 'table-row',
    tbody: 'table-row-group',
    thead: 'table-header-group',
    caption: 'table-caption',
  }),
])

function displayOf(element: HTMLElement): string {
  const name = element.localName
  if (name === 'input' && element.getAttribute('type') === 'hidden') return 'none'
  const own = element.style.display
  if (own) return own
  if (name === 'dialog' && !element.hasAttribute('open')) return 'none'
  if (element.hasAttribute('hidden')) return 'none'
  return displays.get(name) ?? 'inline'
}

const visibilityOf = (element: HTMLElement): string => inherited(element, 'visibility') || 'visible'

function inherited(element: HTMLElement, name: 'visibility' | 'pointerEvents'): string {
  for (let at: HTMLElement | null = element; at !== null; at = at.parentElement) {
    const own = at.style[name]
    if (own && own !== 'inherit') return own
  }
  return ''
}

const matches = Element.prototype.matches
/** A selector of one element that begins with its name, which most elements do not have. */
const named = /^([a-z][a-z0-9]*)(?:[[:][^\s,>+~]*)?$/

Object.assign(Element.prototype, {
  matches(this: Element, selector: string): boolean {
    const name = named.exec(selector)?.[1]
    return (name === undefined || name === this.localName) && matches.call(this, selector)
  },
})

// jsdom looks at every node of the document for the labels of one field.
for (const { prototype } of [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement, HTMLButtonElement]) {
  const own = Object.getOwnPropertyDescriptor(prototype, 'labels')
  Object.defineProperty(prototype, 'labels', {
    ...own,
    get(this: typeof prototype) {
      if (this.type === 'hidden' || !this.isConnected) return own?.get?.call(this)
      const labels = [...this.ownerDocument.getElementsByTagName('label')]
      return labels.filter((label) =>
        label.hasAttribute('for')
          ? label.htmlFor === this.id && this.ownerDocument.getElementById(this.id) === this
          : label.contains(this) && label.control === this,
      )
    },
  })
}

configure({
  getElementError: (message, container) => {
    const error = new Error()
    error.name = 'TestingLibraryElementError'
    let text: string | null = null
    Object.defineProperty(error, 'message', {
      configurable: true,
      get: () => (text ??= [message, wordsOnScreen(), prettyDOM(container)].filter(Boolean).join('\n\n')),
      set: (value: string) => {
        text = value
      },
    })
    return error
  },
})

/** What somebody would read there: the document itself is cut off before it comes to that. */
function wordsOnScreen(): string {
  return `At ${window.location.href}: ${document.body.textContent ?? ''}`.slice(0, 3_000)
}
