/** One attachment of a TNEF stream: its name, type and bytes (MS-OXTNEF section 2.1.3.3, MS-OXCMSG section 2.2.2). */
import type { ByteRange, TnefFile, TnefMessage } from './content'
import type { DecodedBytes } from './decodedBytes'
import { messageBytes } from './messageBytes'
import { type Property, propertyType, readNumber, readText, readValue } from './properties'

export type AttachmentDraft = {
  title: string
  fileName: string
  longName: string
  displayName: string
  type: string
  cid: string
  isHidden: boolean
  data: ByteRange | null
  message: TnefMessage | null
}

export const newAttachment = (): AttachmentDraft => ({
  title: '',
  fileName: '',
  longName: '',
  displayName: '',
  type: '',
  cid: '',
  isHidden: false,
  data: null,
  message: null,
})

/** Properties (MS-OXPROPS). */
const property = {
  displayName: 0x3001,
  data: 0x3701,
  fileName: 0x3704,
  longName: 0x3707,
  type: 0x370e,
  cid: 0x3712,
  flags: 0x3714,
  hidden: 0x7ffe,
} as const
/** ATT_MHTML_REF: HTML refers to it. */
const isReferred = 4
/** IID_IMessage as it stands before an embedded message. */
const messageInterface = Buffer.from('0703020000000000c000000000000046', 'hex')

/** True where an embedded message begins at the bytes that come next. */
export function readAttachmentProperty(
  bytes: DecodedBytes,
  found: Property,
  page: number,
  attachment: AttachmentDraft,
): boolean {
  if (found.id === property.data) return readData(bytes, found, attachment)
  if (found.id === property.longName) attachment.longName = readText(bytes, found, page)
  else if (found.id === property.fileName) attachment.fileName = readText(bytes, found, page)
  else if (found.id === property.displayName) attachment.displayName = readText(bytes, found, page)
  else if (found.id === property.type) attachment.type = readText(bytes, found, page)
  else if (found.id === property.cid) attachment.cid = readText(bytes, found, page)
  else if (found.id === property.flags) attachment.isHidden ||= (readNumber(bytes, found) & isReferred) !== 0
  else if (found.id === property.hidden) attachment.isHidden ||= readValue(bytes, found, 1)[0] === 1
  return false
}

function readData(bytes: DecodedBytes, { type, start, end }: Property, attachment: AttachmentDraft): boolean {
  if (type === propertyType.binary) attachment.data ??= { start, end }
  if (type !== propertyType.object || end - start < 16) return false
  const isMessage = bytes.read(16).equals(messageInterface)
  if (!isMessage) attachment.data ??= { start: start + 16, end }
  return isMessage
}

/** The file, and behind an embedded message the files that it holds. */
export function contentOf(draft: AttachmentDraft): readonly TnefFile[] {
  const { message, data, cid, isHidden } = draft
  const name = draft.longName || draft.title || draft.fileName || draft.displayName
  if (message !== null) {
    const title = message.subject || draft.displayName || name
    const content = messageBytes({ ...message, subject: title })
    return [
      { name: title === '' ? '' : `${title}.eml`, type: 'message/rfc822', cid, isHidden: false, content },
      ...message.files,
    ]
  }
  if (data === null) return []
  const type = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}$/.test(draft.type)
    ? draft.type.toLowerCase()
    : 'application/octet-stream'
  return [{ name, type, cid, isHidden, content: data }]
}
