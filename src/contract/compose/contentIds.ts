/** Which of its parts a mail's HTML shows (RFC 2392), found in one pass: to look for each part alone costs parts times text. */
const reference = /\bcid:([^\s"'<>)]{1,500})/gi
const most = 10_000

export function contentIdsIn(html: string): ReadonlySet<string> {
  const ids = new Set<string>()
  for (const [, id = ''] of html.matchAll(reference)) {
    ids.add(id.replaceAll('&amp;', '&'))
    if (ids.size >= most) break
  }
  return ids
}
