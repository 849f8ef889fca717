/** Plausible's Events API, which takes one view a request (plausible.io/docs/events-api). */
import type { PageViews } from './pageViews.store'
import { isTaken, type PostOptions, postJson, ReportRefused } from './postJson.http'

export type PlausibleOptions = PostOptions & {
  /** The address of `/api/event`. */
  readonly url: string
  /** The site's domain there. */
  readonly site: string
}

/** Requests on their way at once. */
const sideBySide = 4

export function makePlausible({ url, site, ...options }: PlausibleOptions): PageViews {
  const address = new URL(url)
  return {
    count: async (views) => {
      const left = views.values()
      let isOver = false
      const work = async () => {
        for (const { route, title } of left) {
          if (isOver) return
          const event = { name: 'pageview', url: `https://${site}/${route}`, domain: site, props: { title } }
          const answer = await postJson(address, event, options)
          // It answers 202 to what it throws away, too, and says so beside.
          if (!isTaken(answer) || answer.headers['x-plausible-dropped'] === '1') throw new ReportRefused()
        }
      }
      const workers = Array.from({ length: Math.min(sideBySide, views.length) }, () =>
        work().catch((error: unknown) => {
          // One that fails stands for all that would follow.
          isOver = true
          throw error
        }),
      )
      await Promise.all(workers)
    },
  }
}
