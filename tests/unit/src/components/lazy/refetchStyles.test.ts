import { afterEach, expect, it } from 'vitest'
import { refetchStyles } from '#src/components/lazy/refetchStyles'

afterEach(() => {
  document.head.replaceChildren()
})

function link(rules: number | null | 'forbidden'): HTMLLinkElement {
  const made = document.createElement('link')
  made.rel = 'stylesheet'
  const forbidden = {
    get cssRules(): never {
      throw new DOMException('no', 'SecurityError')
    },
  }
  const sheet = rules === null ? null : rules === 'forbidden' ? forbidden : { cssRules: { length: rules } }
  Object.defineProperty(made, 'sheet', { value: sheet })
  document.head.append(made)
  return made
}

it('asks anew for style sheets that did not arrive, and for no other', () => {
  const [whole, ...missing] = [link(3), link(0), link(null), link('forbidden')]
  refetchStyles()
  expect(whole.isConnected).toBe(true)
  expect(missing.map(({ isConnected }) => isConnected)).toEqual([false, false, false])
  expect(document.head.querySelectorAll('link')).toHaveLength(4)
})
