/** Which of its parts a mail's HTML shows (RFC 2392), found in one pass: to look for each part alone costs parts times text. */
const reference = /\bcid:([^\s"'<>)]{1,500})/gi
const most = 10_000

/** A Content-ID that stands in a header and in an address without being encoded in either. */
export const plainContentId = /^[\w.+@$=-]{1,200}$/

export function contentIdsIn(html: string): ReadonlySet<string> {
  const ids = new Set<string>()
  for (const [, id = ''] of html.matchAll(reference)) {
    const text = id.replaceAll('&amp;', '&')
    ids.add(text).add(decoded(text))
    if (ids.size >= most) break
  }
  return ids
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}
