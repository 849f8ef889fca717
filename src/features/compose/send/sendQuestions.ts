/** What is asked before a message goes, once SPEC §5's checks are passed. */
import { picturesIn } from '#src/lib/html'
import { mentionsAttachment } from '../attachments/mentionsAttachment'
import { type ComposeContent, ownTextOfCompose } from '../content'

export type SendQuestion =
  | { readonly kind: 'attachment' }
  /** These are not of the sender's organization, as the gateway has answered. */
  | { readonly kind: 'outside'; readonly addresses: string[] }

export function lacksFile(content: ComposeContent): boolean {
  const { attachments, html, subject, mode, plain } = content
  // A picture of the quoted text is no file of this mail.
  if (attachments.some(({ cid }) => cid === undefined)) return false
  if (!plain && picturesIn(html, { quoted: false }).size > 0) return false
  // The subject of an answer is the other's word.
  return mentionsAttachment(mode === 'new' ? `${subject}\n${ownTextOfCompose(content)}` : ownTextOfCompose(content))
}
