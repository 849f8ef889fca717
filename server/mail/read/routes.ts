/** Reading and downloads, as src/contract/endpoints/mail/reading lists them. */
import { attachments } from '#contract/endpoints/mail/attachments'
import * as entries from '#contract/endpoints/mail/reading'
import { type Binding, on, onDownload } from '../../http/binding'
import { type AttachmentDeps, makeAttachments } from '../attachments/attachments'
import { makeProxyImage } from '../images/proxyImage'
import { makeDownloadMail, makeDownloadPart, makeDownloadParts, makeDownloadUpload, type Parts } from './downloads'
import { makeInvite } from './invite'
import { makeMailSource, makePartMail, makePartText } from './previews'
import { makeAttachmentInfo, makeShowMail, type ShowMailParts } from './showMail'
import { makeUnsubscribe } from './unsubscribe'

export type ReadingParts = Parts &
  AttachmentDeps &
  ShowMailParts &
  Parameters<typeof makeProxyImage>[0] &
  Parameters<typeof makePartMail>[0] &
  Parameters<typeof makeUnsubscribe>[0]

export function readingBindings(parts: ReadingParts): readonly Binding[] {
  return [
    on(entries.showMail, makeShowMail(parts)),
    on(attachments, makeAttachments(parts)),
    on(entries.attachmentInfo, makeAttachmentInfo(parts)),
    on(entries.mailSource, makeMailSource(parts)),
    on(entries.partText, makePartText(parts)),
    on(entries.partMail, makePartMail(parts)),
    on(entries.invite, makeInvite(parts)),
    on(entries.unsubscribe, makeUnsubscribe(parts)),
    onDownload(entries.downloadPart, makeDownloadPart(parts)),
    onDownload(entries.downloadParts, makeDownloadParts(parts)),
    onDownload(entries.downloadMail, makeDownloadMail(parts)),
    onDownload(entries.downloadUpload, makeDownloadUpload(parts)),
    onDownload(entries.proxyImage, makeProxyImage(parts)),
  ]
}
