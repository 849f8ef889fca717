// Fetches beside the app's own code, and not after it, the words of the language that is shown and, where somebody is signed in, the inbox. Which
// files those are the build writes into `data-files` (build/prefetchBuild.ts); without them everything comes as well, only later.
;(() => {
  /** What `browserItems` keeps; whatever is broken or expired is as if there were nothing. */
  function kept(name) {
    try {
      const { value, expires } = JSON.parse(localStorage.getItem(`ep_${name}`) ?? '{}')
      return expires === null || expires > Date.now() ? value : undefined
    } catch {
      return undefined
    }
  }
  const files = JSON.parse(document.currentScript.dataset.files ?? '{}')
  const asked = kept('ownLanguage') ? null : new URLSearchParams(location.search).get('lang')
  const language = [asked, kept('language'), document.documentElement.lang].find((one) => files[one]) ?? 'zh-CN'
  const wanted = kept('tokenList') ? ['login', 'inbox'] : ['login']
  for (const path of wanted.flatMap((page) => [files[page], files[language]?.[page]].flat())) {
    if (!path) continue
    const link = document.createElement('link')
    link.rel = path.endsWith('.css') ? 'preload' : 'modulepreload'
    if (link.rel === 'preload') link.as = 'style'
    else link.fetchPriority = 'low'
    link.crossOrigin = ''
    link.href = path
    document.head.append(link)
  }
})()
