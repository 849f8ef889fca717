/** Reading and downloads, as src/contract/endpoints/reading lists them. */
import * as entries from '../../../src/contract/endpoints/reading'
import {
  makeDownloadMail,
  makeDownloadPart,
  makeDownloadParts,
  makeDownloadUpload,
  type Parts,
} from '../../services/downloads'
import { makeInvite } from '../../services/invite'
import { makeMailSource } from '../../services/mailSource'
import { makePartMail, makePartText } from '../../services/previews'
import { makeProxyImage } from '../../services/proxyImage'
import { makeAttachmentInfo, makeShowMail, type ShowMailParts } from '../../services/showMail'
import { makeAntiForgeryToken, makeDownloadTicket } from '../../services/tickets'
import { makeUnsubscribe } from '../../services/unsubscribe'
import { type Binding, on, onDownload } from '../binding'

export type ReadingParts = Parts &
  ShowMailParts &
  Parameters<typeof makeProxyImage>[0] &
  Parameters<typeof makePartMail>[0] &
  Parameters<typeof makeUnsubscribe>[0]

export function readingBindings(parts: ReadingParts): readonly Binding[] {
  return [
    on(entries.showMail, makeShowMail(parts)),
    on(entries.attachmentInfo, makeAttachmentInfo(parts)),
    on(entries.mailSource, makeMailSource(parts)),
    on(entries.partText, makePartText(parts)),
    on(entries.partMail, makePartMail(parts)),
    on(entries.invite, makeInvite(parts)),
    on(entries.unsubscribe, makeUnsubscribe(parts)),
    on(entries.antiForgeryToken, makeAntiForgeryToken(parts)),
    on(entries.downloadTicket, makeDownloadTicket(parts)),
    onDownload(entries.downloadPart, makeDownloadPart(parts)),
    onDownload(entries.downloadParts, makeDownloadParts(parts)),
    onDownload(entries.downloadMail, makeDownloadMail(parts)),
    onDownload(entries.downloadUpload, makeDownloadUpload(parts)),
    onDownload(entries.proxyImage, makeProxyImage(parts)),
  ]
}
