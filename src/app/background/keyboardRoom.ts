/**
 * Where a keyboard on the screen lies over the page, as on iOS, the page is as tall as what it leaves; elsewhere the browser itself makes the
 * page shorter (`interactive-widget` in index.html).
 */

/** Pixels; less is a bar of the browser that comes and goes. */
const leastKeyboard = 120

export function startKeyboardRoom(): void {
  const visible = window.visualViewport ?? null
  if (visible === null) return
  const root = document.documentElement
  visible.addEventListener('resize', () => {
    // A page that is zoomed in shows less of itself without any keyboard.
    const isCovered = visible.scale === 1 && window.innerHeight - visible.height > leastKeyboard
    root.toggleAttribute('data-keyboard', isCovered)
    if (isCovered) root.style.setProperty('--ep-visible', `${visible.height}px`)
    else root.style.removeProperty('--ep-visible')
  })
}
