/** The addresses of a mail's own parts and of remote pictures, all through the gateway. */
import { useMemo } from 'react'
import { downloadMail, downloadPart, downloadParts, proxyImage } from '../../contract/endpoints/mail/reading'
import type { Attachment, Mail } from '../../contract/shapes'
import { useServices } from '../../store/servicesContext'

export type MailLinks = {
  readonly part: (attachment: Pick<Attachment, 'part'>, inline?: boolean) => string
  /** All files in one archive. */
  readonly allParts: string
  readonly source: string
  readonly image: (url: string) => string
  /** Null when no part of the mail has that Content-ID. */
  readonly cid: (cid: string) => string | null
  /** Where pictures may come from, to the exact path. */
  readonly imageSources: readonly string[]
}

/** A Content-ID as parts and text write it: with and without angle brackets, encoded or not. */
function plainCid(cid: string): string {
  const bare = cid.replace(/^<|>$/g, '')
  try {
    return decodeURIComponent(bare)
  } catch {
    return bare
  }
}

function absolute(link: string): string {
  return new URL(link, window.location.href).href
}

export function useMailLinks(mail: Mail | undefined, sid: string | null): MailLinks | null {
  const { linkTo } = useServices()
  // What a mark changes of a mail is no part of its links: they stay, and with them the text that was made harmless.
  const { id, attachments } = mail ?? {}
  return useMemo(() => {
    if (id === undefined || attachments === undefined || sid === null) return null
    const part = (attachment: Pick<Attachment, 'part'>, inline = false) =>
      absolute(linkTo(downloadPart, { sid, id, part: attachment.part, inline }))
    const image = (url: string) => absolute(linkTo(proxyImage, { sid, url }))
    const pathOf = (link: string) => link.split('?')[0] ?? link
    return {
      part,
      image,
      allParts: absolute(linkTo(downloadParts, { sid, id })),
      source: absolute(linkTo(downloadMail, { sid, id })),
      cid: (cid) => {
        const wanted = plainCid(cid)
        const found = attachments.find(
          (attachment) => attachment.cid !== undefined && plainCid(attachment.cid) === wanted,
        )
        return found === undefined ? null : part(found, true)
      },
      imageSources: [
        pathOf(absolute(linkTo(downloadPart, { sid, id, part: '' }))),
        pathOf(absolute(linkTo(proxyImage, { sid, url: '' }))),
      ],
    }
  }, [linkTo, id, attachments, sid])
}
