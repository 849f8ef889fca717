/** Whether a page of ours asks: for the calls that carry no Authorization header, which any other site could make as well (TRUST S15). */
import type { SiteAddress } from './securityHeaders'

/** What a browser says of whoever makes a request; no page can set or forge it. */
export type Asker = {
  readonly origin: string | undefined
  /** `Sec-Fetch-Site`. */
  readonly fetchSite: string | undefined
  readonly host: string | undefined
}

export type IsOwnPage = (asker: Asker) => boolean

export function makeIsOwnPage({ corsOrigins, publicUrl }: SiteAddress): IsOwnPage {
  return ({ origin, fetchSite, host }) => {
    if (fetchSite === 'same-origin') return true
    // A beacon says `null` under our referrer policy, and so may any page.
    if (origin === undefined || origin === 'null') return false
    if (origin === publicUrl || corsOrigins.includes(origin)) return true
    // A browser that tells the site has just said that it is another.
    return fetchSite === undefined && hostOf(origin) === host
  }
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null
}
