/** The document that stands in a mail frame: its own policy, its own white sheet, then the mail. */

export type FrameContent = {
  /** What `sanitizeMail` or `plainTextToHtml` gave. */
  readonly html: string
  /** Addresses pictures may come from, each to its exact path, such as `https://mail.example/webmail/readmail/image.action`. */
  readonly imageSources: readonly string[]
}

const sheet = `
html { background: #fff; color: #1f2733; overflow-x: auto; overflow-y: hidden; color-scheme: light; }
body { margin: 0; padding: 4px 0 12px; font: 14px/1.6 -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "PingFang SC", "Noto Sans SC", "Noto Sans CJK SC", "Microsoft YaHei", sans-serif; overflow-wrap: anywhere; }
img { max-width: 100%; }
img[src][width], img[src][height] { height: auto; }
img:not([src]) { position: relative; display: inline-block; overflow: hidden; }
img:not([src])::after { position: absolute; inset: 0; display: grid; place-content: center; overflow: hidden; background: #eef1f6; color: #45506a; font-size: 12px; text-align: center; content: attr(alt); }
table { max-width: 100%; }
pre { white-space: pre-wrap; }
blockquote { margin: 8px 0; padding-inline-start: 12px; border-inline-start: 3px solid #e6e9ee; }
a { color: #2f5bea; }
.ep-plain { white-space: pre-wrap; }
:where([data-ep-lines], .ep-plain, .ep-plain blockquote) { unicode-bidi: plaintext; }
.ep-plain blockquote { color: #5b6676; }
details.ep-quote > summary { display: inline-block; margin: 6px 3px; padding: 2px 12px; border-radius: 999px; background: #eef1f6; color: #45506a; font-size: 12px; line-height: 20px; cursor: pointer; }
details.ep-quote > summary:hover { background: #e2e7f0; }
details.ep-quote > summary:focus-visible { outline: 2px solid #2f5bea; outline-offset: 2px; }
@media screen {
html[data-ep-dark] :is(img, video) { filter: invert(1) hue-rotate(180deg); }
html[data-ep-page] { background: none; color: var(--ep-text); color-scheme: dark; }
html[data-ep-page] body :not(a, summary) { background-color: transparent !important; color: inherit !important; }
html[data-ep-page] body a, html[data-ep-page] body a * { color: var(--ep-accent) !important; }
html[data-ep-page] body blockquote { border-color: var(--ep-line-strong); color: var(--ep-text-2) !important; }
html[data-ep-page] img:not([src])::after { background: var(--ep-hover); color: var(--ep-text-2); }
html[data-ep-page] details.ep-quote > summary { background: var(--ep-hover); color: var(--ep-text-2); }
}
`

/** The text for an iframe's `srcdoc`. */
export function frameDocument({ html, imageSources }: FrameContent): string {
  const policy = [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `img-src ${[...imageSources.filter(isSource), 'data:', 'blob:'].join(' ')}`,
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ')
  return [
    '<!doctype html><html><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="referrer" content="no-referrer"><meta http-equiv="x-dns-prefetch-control" content="off">',
    `<style>${sheet}</style></head><body><div dir="auto">`,
    html,
    '</div></body></html>',
  ].join('')
}

/** A source that cannot end the policy's list or its attribute. */
function isSource(source: string): boolean {
  return /^https?:\/\/[^\s;,"'<>?#]+$/.test(source)
}
