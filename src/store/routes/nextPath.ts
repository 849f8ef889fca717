/** Where to go on after signing in: a path of this site, or null (TRUST S24). */
export function nextPath(given: string | null): string | null {
  if (given === null || !/^\/(?![/\\])/.test(given)) return null
  // A browser drops tabs and line ends from an address, and reads a backslash as a slash.
  if (/[\\\p{Cc}]/u.test(given)) return null
  const here = 'https://here.invalid'
  if (!URL.canParse(given, here)) return null
  const url = new URL(given, here)
  // Where `.` and `..` are resolved, a path may begin as another host's address after all.
  return url.origin === here && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}${url.hash}` : null
}
