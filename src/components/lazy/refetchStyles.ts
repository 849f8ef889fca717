/** Style sheets that did not arrive are asked for again: the bundler asks for each but once, and a piece fetched anew would stand there bare. */
export function refetchStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (!hasRules(link)) link.replaceWith(link.cloneNode())
}

/** Browsers give one that did not arrive no sheet, one without rules, or one whose rules nobody may read. */
function hasRules({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet !== null && sheet.cssRules.length > 0
  } catch {
    return false
  }
}
