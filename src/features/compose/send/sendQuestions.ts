/** What is asked before a mail goes, once SPEC §5's checks are passed; a person may answer that it is meant so. */
import { asciiDomain } from '#contract/mail/domainSpelling'
import { picturesIn } from '#src/lib/html'
import { mentionsAttachment } from '../attachments/mentionsAttachment'
import { type ComposeContent, ownTextOfCompose } from '../content'

export type SendQuestion =
  | { readonly kind: 'attachment' }
  /** These are of another house than the sender. */
  | { readonly kind: 'outside'; readonly addresses: string[] }

export type Sender = {
  readonly address: string
  /** Whether the account belongs to an organization. */
  readonly isOrganization: boolean
}

/** The first that is still to be answered; null when the mail may go. */
export function questionOf(
  content: ComposeContent,
  sender: Sender,
  answered: readonly SendQuestion['kind'][],
): SendQuestion | null {
  if (!answered.includes('attachment') && lacksFile(content)) return { kind: 'attachment' }
  if (answered.includes('outside') || !sender.isOrganization) return null
  const addresses = outsideOf(content, sender.address)
  return addresses.length === 0 ? null : { kind: 'outside', addresses }
}

function lacksFile(content: ComposeContent): boolean {
  const { attachments, html, subject, mode, plain } = content
  // A picture of the quoted text is no file of this mail.
  if (attachments.some(({ cid }) => cid === undefined)) return false
  if (!plain && picturesIn(html, { quoted: false }).size > 0) return false
  // The subject of an answer is the other's word.
  return mentionsAttachment(mode === 'new' ? `${subject}\n${ownTextOfCompose(content)}` : ownTextOfCompose(content))
}

function outsideOf({ to, cc, bcc }: ComposeContent, own: string): string[] {
  const house = domainOf(own)
  const outside = [...to, ...cc, ...bcc].map(({ address }) => address).filter((address) => domainOf(address) !== house)
  return [...new Set(outside)]
}

function domainOf(address: string): string {
  return asciiDomain(address.slice(address.lastIndexOf('@') + 1))
}
