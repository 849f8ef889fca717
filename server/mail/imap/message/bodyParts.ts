/** What a BODYSTRUCTURE (RFC 9051 §7.5.2) tells of a mail without its bodies, in the same words as the parser of whole messages. */
import type { MessageStructureObject } from 'imapflow'
import type { Attachment } from '#server/core/mail'
import { filesOfParts, readableName } from '#server/mime/read/listedFiles'
import { isForeignChoice, isReportPart } from '#server/mime/read/reportTypes'

export function leavesOf(node: MessageStructureObject): readonly MessageStructureObject[] {
  const isMultipart = node.type.startsWith('multipart/')
  return isMultipart && node.childNodes ? node.childNodes.flatMap(leavesOf) : [node]
}

export function fileNameIn(node: MessageStructureObject): string {
  return readableName(node.dispositionParameters?.filename, node.parameters?.name)
}

/** Text that a reader shows as the mail itself. */
export function isBodyText(node: MessageStructureObject): boolean {
  return isInlineText(node) && fileNameIn(node) === ''
}

/** Text that may be shown: also one with a file name is, where a message opens with it. */
export function isInlineText({ type, disposition }: MessageStructureObject): boolean {
  return /^text\/(?:plain|html|enriched|richtext|markdown)$/.test(type) && disposition !== 'attachment'
}

/** As the parser of whole messages has it: what a receipt says to programs is no file. */
function isReceipt({ type, parameters }: MessageStructureObject): boolean {
  return type === 'multipart/report' && parameters?.['report-type']?.toLowerCase() === 'disposition-notification'
}

/** Whatever is neither a multipart nor the text of the message. */
function fileLeaves(root: MessageStructureObject): readonly MessageStructureObject[] {
  const nodes = root.childNodes ?? []
  if (isReceipt(root)) return nodes.filter(({ type }) => !isReportPart(type)).flatMap(fileLeaves)
  if (!root.type.startsWith('multipart/')) return isBodyText(root) ? [] : [root]
  return nodes.filter((node) => !isForeignChoice(root.type, node, node.childNodes ?? [])).flatMap(fileLeaves)
}

/** Without the text no more is known: what has a Content-ID is most likely shown in it. */
function isShown({ disposition, id = '' }: MessageStructureObject): boolean {
  return disposition !== 'attachment' && id !== ''
}

export function hasFiles(root: MessageStructureObject): boolean {
  return fileLeaves(root).some((leaf) => !isShown(leaf))
}

/** The files of a message, as nearly as its structure tells them (docs/decisions/0084). */
export function filesIn(root: MessageStructureObject): readonly Attachment[] {
  const described = fileLeaves(root).map((leaf) => ({
    part: numberOf(leaf),
    type: leaf.type,
    name: fileNameIn(leaf),
    subject: leaf.envelope?.subject ?? '',
    size: decodedSize(leaf),
    inline: isShown(leaf),
  }))
  return filesOfParts(described)
}

export function numberOf({ part }: MessageStructureObject): string {
  return part ?? '1'
}

/** The charset that a header's raw bytes are most likely written in: that of the first text. */
export function charsetOf(root: MessageStructureObject): string | null {
  let node: MessageStructureObject | undefined = root
  while (node !== undefined && node.parameters?.charset === undefined) node = node.childNodes?.[0]
  return node?.parameters?.charset?.split(/\s/)[0] ?? null
}

/** Bytes that a part will have when it is decoded, as nearly as its encoded size tells. */
export function decodedSize({ encoding, size = 0 }: MessageStructureObject): number {
  // Lines of 76 characters and a line end hold 57 bytes.
  return encoding === 'base64' ? Math.floor((size * 57) / 78) : size
}
