/** Lets the browser save what a link answers, beside the page. */
export function startDownload(link: string): void {
  const anchor = document.createElement('a')
  anchor.href = link
  // The gateway says the name.
  anchor.download = ''
  anchor.hidden = true
  document.body.append(anchor)
  anchor.click()
  anchor.remove()
}
