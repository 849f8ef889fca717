/** A mail's text made harmless, and remembered: making a long newsletter harmless takes longer than showing it. */

import { misleadingLinks } from '#src/lib/html/misleadingLinks'
import { plainTextToHtml } from '#src/lib/html/plainText'
import { type SanitizedMail, sanitizeMail } from '#src/lib/html/sanitizeMail'
import { signedOut } from '#src/store/session/session'
import { startAppListening } from '#src/store/typed'
import type { MailLinks } from '../useMailLinks'

export type ReadableText = {
  readonly body: string
  /** Remote pictures that were held back. */
  readonly blocked: number
  /** Whether it chooses no colours, so that a dark page may show it in its own. */
  readonly isPlain: boolean
  readonly misleading: ReturnType<typeof misleadingLinks>
}

type Asked = {
  readonly html: string | undefined
  readonly text: string | undefined
  readonly areImagesShown: boolean
  /** Null where nothing in the text is loaded from anywhere, or nothing can be yet. */
  readonly links: MailLinks | null
  readonly quoteLabel: string
}

/** Characters of what is remembered: some long newsletters, or all that anybody goes back and forth between. */
const mostCharacters = 3_000_000

const noLinks: ReadableText['misleading'] = []
/** By the mail's own HTML, so that nothing is ever shown for another text; the oldest first. */
const remembered = new Map<string, { readonly label: string; readonly made: ReadableText }>()
let heldCharacters = 0

/** Whether showing it needs the gateway's addresses: for pictures that came with it or that the reader asked for. */
export function needsLinks(html: string | undefined, areImagesShown: boolean): boolean {
  return html !== undefined && (areImagesShown || /cid:/i.test(html))
}

export function readableText({ html, text, areImagesShown, links, quoteLabel }: Asked): ReadableText {
  if (html === undefined) {
    return { body: plainTextToHtml(text ?? '', quoteLabel), blocked: 0, isPlain: true, misleading: noLinks }
  }
  // With addresses in it a text holds for one ticket alone.
  const canRemember = !needsLinks(html, areImagesShown)
  const known = canRemember ? remembered.get(html) : undefined
  if (known !== undefined && known.label === quoteLabel) return known.made
  const made = madeOf(
    sanitizeMail(html, {
      images: areImagesShown && links !== null ? 'proxied' : 'blocked',
      imageUrl: (url) => links?.image(url) ?? '',
      cidUrl: (cid) => links?.cid(cid) ?? null,
      quoteLabel,
    }),
  )
  if (canRemember) remember(html, quoteLabel, made)
  return made
}

function madeOf({ html, blockedImages, hasOwnColours, links }: SanitizedMail): ReadableText {
  return { body: html, blocked: blockedImages, isPlain: !hasOwnColours, misleading: misleadingLinks(links) }
}

function remember(html: string, label: string, made: ReadableText): void {
  const size = html.length + made.body.length
  if (size > mostCharacters) return
  forget(html)
  remembered.set(html, { label, made })
  heldCharacters += size
  for (const oldest of remembered.keys()) {
    if (heldCharacters <= mostCharacters) return
    forget(oldest)
  }
}

function forget(html: string): void {
  const known = remembered.get(html)
  if (known === undefined) return
  remembered.delete(html)
  heldCharacters -= html.length + known.made.body.length
}

// What was read leaves the page with its reader.
startAppListening({
  actionCreator: signedOut,
  effect: () => {
    remembered.clear()
    heldCharacters = 0
  },
})
