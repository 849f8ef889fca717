/** Tells the gateway which pages were looked at (SPEC §1). A report that does not arrive is lost: nobody waits for it or repeats it. */
import { viewsPath } from '../../contract/pageViews/viewsPath'

/** A page by its route's name and its title's key: nothing of what stands on it or in its address (TRUST S35). */
export type PageView = { readonly route: string; readonly title: string }

export type PageViews = {
  readonly report: (views: readonly PageView[]) => void
  /** Likewise, from a page that may be gone the next moment. */
  readonly leave: (views: readonly PageView[]) => void
}

/** What is asked of the browser. */
export type ViewsBrowser = {
  readonly doNotTrack?: string | null
  readonly globalPrivacyControl?: boolean
  readonly sendBeacon?: (url: string, body: URLSearchParams) => boolean
}

/** Null where the browser asks not to be followed. */
export function makePageViews(root: string, browser: ViewsBrowser, fetch: typeof globalThis.fetch): PageViews | null {
  if (browser.doNotTrack === '1' || browser.globalPrivacyControl) return null
  const url = `${root}/${viewsPath}`
  const bodyOf = (views: readonly PageView[]) => new URLSearchParams({ views: JSON.stringify(views) })
  const report: PageViews['report'] = (views) => {
    fetch(url, { method: 'POST', body: bodyOf(views), keepalive: true, credentials: 'omit' }).catch(() => undefined)
  }
  return {
    report,
    leave: (views) => {
      // A gateway on another site would not know whose page a beacon is from.
      if (root !== '' || !browser.sendBeacon) report(views)
      else browser.sendBeacon(url, bodyOf(views))
    },
  }
}
