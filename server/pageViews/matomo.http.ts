/** Matomo's Tracking HTTP API: all views of a report in one bulk request (developer.matomo.org/api-reference/tracking-api). */
import type { PageViews } from './pageViews.store'
import { isTaken, type PostOptions, postJson, ReportRefused } from './postJson.http'

export type MatomoOptions = PostOptions & {
  /** The address of `matomo.php`. */
  readonly url: string
  /** The site's number there. */
  readonly site: string
  /** Origin under which pages are listed, such as `https://mail.example.com`. */
  readonly origin: string
}

export function makeMatomo({ url, site, origin, ...options }: MatomoOptions): PageViews {
  const address = new URL(url)
  return {
    count: async (views) => {
      if (views.length === 0) return
      // A view's time is when it is told: another would need a token that may write anything.
      const requests = views.map(({ route, title }) => {
        const query = { idsite: site, rec: '1', apiv: '1', url: `${origin}/${route}`, action_name: title }
        return `?${new URLSearchParams(query)}`
      })
      if (!isTaken(await postJson(address, { requests }, options))) throw new ReportRefused()
    },
  }
}
