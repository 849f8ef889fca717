/** Reading and downloads, as src/contract/endpoints/mail/reading lists them. */
import { attachments } from '#contract/endpoints/mail/attachments'
import * as entries from '#contract/endpoints/mail/reading'
import { type Binding, on, onDownload } from '../../http/binding'
import { type AttachmentDeps, makeAttachments } from '../attachments/attachments'
import { makeProxyImage } from '../images/proxyImage'
import { type Deps, makeDownloadMail, makeDownloadPart, makeDownloadParts, makeDownloadUpload } from './downloads'
import { makeInvite } from './invite'
import { makeMailSource, makePartMail, makePartText } from './previews'
import { makeAttachmentInfo, makeShowMail, type ShowMailDeps } from './showMail'
import { makeUnsubscribe } from './unsubscribe'

export type ReadingDeps = Deps &
  AttachmentDeps &
  ShowMailDeps &
  Parameters<typeof makeProxyImage>[0] &
  Parameters<typeof makePartMail>[0] &
  Parameters<typeof makeUnsubscribe>[0]

export function readingBindings(deps: ReadingDeps): readonly Binding[] {
  return [
    on(entries.showMail, makeShowMail(deps)),
    on(attachments, makeAttachments(deps)),
    on(entries.attachmentInfo, makeAttachmentInfo(deps)),
    on(entries.mailSource, makeMailSource(deps)),
    on(entries.partText, makePartText(deps)),
    on(entries.partMail, makePartMail(deps)),
    on(entries.invite, makeInvite(deps)),
    on(entries.unsubscribe, makeUnsubscribe(deps)),
    onDownload(entries.downloadPart, makeDownloadPart(deps)),
    onDownload(entries.downloadParts, makeDownloadParts(deps)),
    onDownload(entries.downloadMail, makeDownloadMail(deps)),
    onDownload(entries.downloadUpload, makeDownloadUpload(deps)),
    onDownload(entries.proxyImage, makeProxyImage(deps)),
  ]
}
