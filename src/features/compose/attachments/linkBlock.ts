/** What stands in a message for a file that goes as a link. */
import type { Reply } from '#contract/endpoint'
import type { makeFileLink } from '#contract/endpoints/files/links'
import { fileSize } from '#src/components/text/fileSize'
import { mediumDate } from '#src/components/text/mailDate'
import { escapeHtml } from '#src/lib/html'
import { pathTo } from '#src/store/routes/pathTo'

type Made = Reply<typeof makeFileLink>

type Wording = {
  readonly isPlain: boolean
  readonly language: string
  /** How long a link works, in words. */
  readonly until: (when: string) => string
}

/** In the way in which the message is written: HTML where it is formatted. */
export function linkBlock(made: readonly Made[], { isPlain, language, until }: Wording): string {
  const blocks = made.map(({ secret, link: { name, size, expiresAt } }) => {
    // What stands behind the sign reaches no server and no log.
    const address = `${window.location.origin}${pathTo('linkAccess')}#f=${secret}`
    const facts = `${fileSize(size, language)} · ${until(mediumDate(expiresAt, language))}`
    if (isPlain) return `${name}\n${facts}\n${address}\n`
    return `<div><a href="${escapeHtml(address)}">${escapeHtml(name)}</a><br>${escapeHtml(facts)}</div>`
  })
  return isPlain ? `\n${blocks.join('\n')}` : `${blocks.join('<div><br></div>')}<div><br></div>`
}
