/** Hides the labels of a toolbar from its end, one by one, until the rest has room. */
export function fitLabels(bar: HTMLElement | null): (() => void) | undefined {
  if (bar === null) return undefined
  const fit = () => {
    const labels = [...bar.querySelectorAll<HTMLElement>('.reading-action-label')]
    for (const label of labels) label.toggleAttribute('data-hidden', false)
    for (const label of labels.reverse()) {
      if (bar.scrollWidth <= bar.clientWidth) return
      label.toggleAttribute('data-hidden', true)
    }
  }
  const resized = new ResizeObserver(fit)
  resized.observe(bar)
  // Buttons come late, and languages change.
  const changed = new MutationObserver(fit)
  changed.observe(bar, { childList: true, subtree: true, characterData: true })
  return () => {
    resized.disconnect()
    changed.disconnect()
  }
}
