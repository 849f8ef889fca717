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
  if (pseudo || element.ownerDocument !== document || !element.isConnected) return workOut(element, pseudo)
  const found = known.get(element)
  if (found) return found
  const made = workOut(element)
  known.set(element, made)
  return made
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
