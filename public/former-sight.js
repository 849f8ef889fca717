// Shows the list as it was when it was last looked at, before the app's code is there: `src/app/startupSnapshot/` keeps it, and takes this away once the list
// itself stands. A file of its own, since the policy allows no script within the page; it blocks in the head, so that it looks before anything is painted.
;(() => {
  /** Pixels by which the window may be taller: less than a row. */
  const tallerBy = 80
  /** Milliseconds after which an app that has not come is not going to. */
  const longestMs = 15_000
  const names = new Set(
    [
      'div span hr section main nav header footer aside ul ol li table tbody tr td p h1 h2 h3 time bdi b em strong mark a img button form search label input select option datalist progress',
      'svg g path rect circle line polyline',
    ]
      .join(' ')
      .split(' '),
  )
  const svg = 'http://www.w3.org/2000/svg'

  /** What `browserItems` keeps; whatever is broken or expired is as if there were nothing. */
  function kept(name) {
    try {
      const { value, expires } = JSON.parse(localStorage.getItem(`ep_${name}`) ?? '{}')
      return expires === null || expires > Date.now() ? value : undefined
    } catch {
      return undefined
    }
  }

  /** As it would be drawn here and now, for whoever is signed in. */
  function isOfHere(sight) {
    return (
      kept('tokenList') !== undefined &&
      sight.account === kept('userInfo')?.username &&
      sight.path === location.pathname + location.search &&
      sight.language === (kept('language') ?? 'zh-CN') &&
      sight.width === innerWidth &&
      innerHeight <= sight.height + tallerBy
    )
  }

  /** Neither a script nor a frame nor an address, whoever wrote it: what is not known becomes a box without a meaning. */
  function draw({ name, attributes, within }, isDrawing) {
    const isSvg = isDrawing || name === 'svg'
    const known = names.has(name) ? name : isSvg ? 'g' : 'span'
    const element = isSvg ? document.createElementNS(svg, known) : document.createElement(known)
    for (const [key, value] of Object.entries(attributes)) {
      // The policy lets styles in one by one, and not as text.
      if (key === 'style') element.style.cssText = value
      else if (!/^on|href|src/i.test(key)) element.setAttribute(key, value)
    }
    element.append(...within.map((one) => (typeof one === 'string' ? one : draw(one, isSvg))))
    return element
  }

  /** Named as the app's own loader names it, which then finds it and asks for no other. */
  function arrived(href) {
    if (document.querySelector(`link[rel="stylesheet"][href="${href}"]`)) return undefined
    return new Promise((resolve, reject) => {
      const link = document.createElement('link')
      Object.assign(link, { rel: 'stylesheet', href, crossOrigin: '', onload: resolve, onerror: reject })
      document.head.append(link)
    })
  }

  /** While the page is read: its scripts are named by then, and nothing has been painted. */
  function atRoot(work) {
    const observer = new MutationObserver(() => {
      if (!document.getElementById('root')) return
      observer.disconnect()
      work()
    })
    observer.observe(document.documentElement, { childList: true, subtree: true })
  }

  const isOurs = (href) => new URL(href, location.href).href.startsWith(`${location.origin}/assets/`)

  /** They take their place once those of the app have theirs. */
  function fetchAhead(href) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'preload', as: 'style', href, crossOrigin: '' })
    document.head.append(link)
  }

  const sight = kept('formerSight')
  const frame = document.createElement('div')
  let isOver = false
  function end() {
    isOver = true
    frame.remove()
    window.removeEventListener('storage', endIfForeign)
  }
  /** Signed out in another tab meanwhile. */
  function endIfForeign() {
    if (!isOfHere(sight) || kept('formerSight') === undefined) end()
  }

  function show(sheets) {
    // Another build looks otherwise.
    if (sight.build !== document.querySelector('script[type="module"]')?.getAttribute('src')) return
    // Its letters are those of the language.
    document.documentElement.lang = sight.language
    // For the eye alone: it answers to nothing, and what follows in a moment is read aloud.
    Object.assign(frame, { id: 'former-sight', inert: true, ariaHidden: 'true' })
    frame.append(draw(sight.drawn, false))
    Promise.all(sheets.map(arrived)).then(
      () => {
        if (!isOver) document.body.append(frame)
      },
      () => undefined,
    )
    setTimeout(end, longestMs)
  }

  /** What somebody else wrote there shows nothing: the app shows the list. */
  function quietly(work) {
    try {
      work()
    } catch {
      end()
    }
  }

  quietly(() => {
    if (!sight || !isOfHere(sight)) return
    window.addEventListener('ep-sight-over', end)
    window.addEventListener('storage', endIfForeign)
    const sheets = sight.styles.filter(isOurs)
    for (const href of sheets) fetchAhead(href)
    atRoot(() => quietly(() => show(sheets)))
  })
})()
