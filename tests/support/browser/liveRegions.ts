/** What a screen reader speaks by itself: what comes into the document's live regions, noted as it comes (WAI-ARIA 1.2, aria-live). */

const regions = '[aria-live="polite"], [aria-live="assertive"], [role="status"], [role="alert"]'

export type Spoken = {
  readonly words: string
  /** Whether the region stood there before its words. An alert is spoken all the same, a status often is not. */
  readonly isHeard: boolean
}

/** Listens until `stop`. */
export function listenToRegions(): { readonly spoken: readonly Spoken[]; readonly stop: () => void } {
  const said = new Map<Element, string>()
  const spoken: Spoken[] = []
  const note = (isFirst: boolean) => {
    for (const region of document.querySelectorAll(regions)) {
      const words = (region.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
      const before = said.get(region)
      said.set(region, words)
      if (isFirst || words === '' || words === before) continue
      spoken.push({ words, isHeard: before !== undefined || region.getAttribute('role') === 'alert' })
    }
  }
  note(true)
  const observer = new MutationObserver(() => note(false))
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  return { spoken, stop: () => observer.disconnect() }
}
