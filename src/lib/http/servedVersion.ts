/** Which build of the app is on the screen, and which one its site serves by now: each is named by its first script, whose name holds a hash. */

/** Null where the page says none. */
export function versionOf(page: Document): string | null {
  return page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null
}

/** Null where the site does not answer with a page of ours. */
export async function servedVersion(fetch: typeof globalThis.fetch): Promise<string | null> {
  try {
    const answer = await fetch('/index.html', { cache: 'no-store', credentials: 'same-origin' })
    if (!answer.ok) return null
    return versionOf(new DOMParser().parseFromString(await answer.text(), 'text/html'))
  } catch {
    return null
  }
}
