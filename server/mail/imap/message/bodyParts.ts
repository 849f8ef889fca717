/** What a BODYSTRUCTURE (RFC 9051 §7.5.2) tells of a mail without its bodies, in the same words as the parser of whole messages. */
import type { MessageStructureObject } from 'imapflow'
import { isForeignChoice, isReportPart } from '#server/mime/read/reportTypes'

export function leavesOf(node: MessageStructureObject): readonly MessageStructureObject[] {
  const isMultipart = node.type.startsWith('multipart/')
  return isMultipart && node.childNodes ? node.childNodes.flatMap(leavesOf) : [node]
}

export function fileNameIn(node: MessageStructureObject): string {
  return node.dispositionParameters?.filename ?? node.parameters?.name ?? ''
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

export function hasFiles(root: MessageStructureObject): boolean {
  if (isReceipt(root)) return (root.childNodes ?? []).some((node) => !isReportPart(node.type) && hasFiles(node))
  if (root.type.startsWith('multipart/') && root.childNodes)
    return root.childNodes.some((node) => !isForeignChoice(root.type, node, node.childNodes ?? []) && hasFiles(node))
  // Without the text no more is known: what has a Content-ID is most likely shown in it, what has none cannot be.
  const isInline = root.disposition !== 'attachment' && (root.id ?? '') !== ''
  return !root.type.startsWith('multipart/') && !isBodyText(root) && !isInline
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
