/** Links whose words name one place while they lead to another. Text and target come from the parsed document, never from markup. */

export type NamedLink = { readonly text: string; readonly href: string }
export type MisleadingLink = { readonly shown: string; readonly real: string }

/** More are not listed; the count says what there is no room for. */
const mostLinks = 100

/** Each pair of hosts once. */
export function misleadingLinks(links: readonly NamedLink[]): readonly MisleadingLink[] {
  const found = new Map<string, MisleadingLink>()
  for (const { text, href } of links) {
    if (found.size >= mostLinks) break
    const shown = hostInWords(text)
    const real = hostOf(href)
    if (shown === null || real === null || isSamePlace(shown, real)) continue
    found.set(`${shown} ${real}`, { shown, real })
  }
  return [...found.values()]
}

/** The host that a link's words claim, when they are an address and nothing else. */
function hostInWords(text: string): string | null {
  const words = text.trim()
  if (words.length > 2_000 || /[\s@]/.test(words)) return null
  const isAddress = /^https?:\/\//i.test(words)
  const host = hostOf(isAddress ? words : `https://${words}`)
  // A word alone, a file's name and a number with a point are no places.
  return host !== null && /\.[a-z]{2,24}$|\.xn--[a-z0-9-]+$/.test(host) && (isAddress || isLikelyHost(host))
    ? host
    : null
}

/** Without `https://` only what is plainly a host counts: `report.doc` is a file. */
function isLikelyHost(host: string): boolean {
  return host.startsWith('www.') || /\.(?:com|cn|net|org|io|edu|gov|info|co|uk|de|hk|tw|jp)$/.test(host)
}

function hostOf(href: string): string | null {
  if (!URL.canParse(href)) return null
  const { protocol, hostname } = new URL(href)
  return protocol === 'http:' || protocol === 'https:' ? hostname.toLowerCase().replace(/\.$/, '') : null
}

/** One within the other: a tracking host of the same owner misleads nobody. */
function isSamePlace(one: string, other: string): boolean {
  const [a, b] = [one, other].map((host) => host.replace(/^www\./, ''))
  return a === b || `${a}`.endsWith(`.${b}`) || `${b}`.endsWith(`.${a}`)
}
