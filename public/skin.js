// Puts the chosen skin on the page before the first paint, and again whenever the choice or the system changes. A file of its own that blocks,
// since the policy allows no script within the page and a module would come after the first paint. `src/store/skin.ts` tells it of a choice.
;(() => {
  const skins = ['default', 'star', 'forest', 'coast']
  const modes = ['natural', 'light', 'dark', 'system']
  const system = window.matchMedia('(prefers-color-scheme: dark)')
  const root = document.documentElement

  /** What `browserItems` keeps; whatever is broken, expired or unknown is as if nothing had been chosen. */
  function kept(name) {
    try {
      const { value, expires } = JSON.parse(localStorage.getItem(`ep_${name}`) ?? '{}')
      return expires === null || expires > Date.now() ? value : undefined
    } catch {
      return undefined
    }
  }
  /** What was chosen for this browser alone comes before what its account has. */
  function chosenHere() {
    const own = kept('ownLook')
    const first = (known, ...wanted) => wanted.find((one) => known.includes(one)) ?? known[0]
    return { skin: first(skins, own?.skin, kept('theme')), mode: first(modes, own?.mode, kept('mode')) }
  }
  const chosen = chosenHere()

  function tellBrowser() {
    const isDark = root.hasAttribute('data-dark')
    document.querySelector('meta[name="color-scheme"]')?.setAttribute('content', isDark ? 'dark' : 'light')
    const card = getComputedStyle(root).getPropertyValue('--ep-card').trim()
    if (card !== '') document.querySelector('meta[name="theme-color"]')?.setAttribute('content', card)
  }

  function show() {
    // The star skin is dark by nature, the others are light.
    const byMode = { light: false, dark: true, system: system.matches, natural: chosen.skin === 'star' }
    root.dataset.skin = chosen.skin
    root.toggleAttribute('data-dark', byMode[chosen.mode])
    if (document.readyState !== 'loading') tellBrowser()
  }

  show()
  // By then the skins are there.
  window.addEventListener('DOMContentLoaded', tellBrowser)
  system.addEventListener('change', show)
  window.addEventListener('ep-skin', ({ detail }) => {
    Object.assign(chosen, detail)
    show()
  })
  // Chosen in another tab, or forgotten there by signing out.
  window.addEventListener('storage', ({ key }) => {
    if (key !== null && !['ep_theme', 'ep_mode', 'ep_ownLook'].includes(key)) return
    Object.assign(chosen, chosenHere())
    show()
  })
})()
