/** The face of this folder: reading and building messages. */
import { open } from 'node:fs/promises'
import { asciiDomain } from '../../src/contract/mail/domainSpelling'
import type { ParsedMail } from '../core/mail'
import { strippedText } from '../kit/message/strippedText'
import type { MimeReader, MimeSource } from '../mail/mimeReader.port'
import { writeBody } from './build/writtenBody'
import { withoutResultsOf } from './header/arrivingHeader'
import { readFields, withoutCutSender } from './header/headerFields'
import { previewOf } from './read/bodies'
import { recordOf } from './read/mailRecord'
import { openPart } from './read/partStream'
import { readEnvelope } from './read/readMail'
import { openPool } from './worker/workerPool'

export type MimeReaderOptions = {
  /** Milliseconds of CPU time that one message may take. */
  readonly timeoutMs?: number
  readonly workers?: number
  /** Servers, in lower case, whose Authentication-Results are believed. */
  readonly trustedAuthServIds?: readonly string[]
}

/** Bytes of the header that are read on this thread when a worker could not. */
const fallbackBytes = 65_536
/** Milliseconds of CPU time in which the text of written HTML is laid out; after them it is stripped of its tags instead. */
const layoutMs = 2_000
/** Characters of a text that its preview is made of. */
const previewedCharacters = 100_000

export function openMimeReader(options: MimeReaderOptions = {}): MimeReader {
  const { timeoutMs = 5_000, workers = 2, trustedAuthServIds = [] } = options
  const believed = new Set(trustedAuthServIds.map(asciiDomain))
  const pool = openPool({ timeoutMs, workers, trustedAuthServIds })
  const parts: MimeReader['parts'] = async (source, wanted, owner = '') => {
    const result = await pool.run({ kind: 'parts', source, parts: wanted }, { owner })
    if (result.kind === 'failed') throw new Error(`Parts could not be read: ${result.reason}`)
    const places = result.kind === 'parts' ? [...result.places] : []
    return new Map(
      places.map(([number, place]) => [
        number,
        { attachment: place.attachment, charset: place.charset, open: async () => openPart(source, place) },
      ]),
    )
  }
  return {
    parse: async (source, owner = '') => {
      const result = await pool.run({ kind: 'mail', source }, { owner })
      return result.kind === 'mail' ? result.mail : unreadable(await headOf(source), trustedAuthServIds)
    },
    record: async (source, query, owner = '') => {
      const result = await pool.run({ kind: 'record', source, query }, { owner })
      if (result.kind === 'record') return result.record
      return recordOf(unreadable(await headOf(source), trustedAuthServIds), query.mark)
    },
    part: async (source, part, owner) => {
      const found = (await parts(source, [part], owner)).get(part)
      if (found === undefined) return null
      const { attachment, charset, open } = found
      return { attachment, charset, stream: await open() }
    },
    parts,
    body: async (text, owner = '') => {
      for (const isPlain of [false, true]) {
        const limitMs = isPlain ? timeoutMs : layoutMs
        const result = await pool.run({ kind: 'body', text, isPlain }, { owner, limitMs })
        if (result.kind === 'body') return result.body
      }
      // No worker could (the gateway closes, say): what a person wrote is worth a moment of this thread.
      return writeBody(text, true)
    },
    preview: async ({ html, text }, owner = '') => {
      const said = {
        html: html?.slice(0, previewedCharacters) ?? null,
        text: text?.slice(0, previewedCharacters) ?? null,
      }
      const result = await pool.run({ kind: 'preview', said }, { owner, limitMs: layoutMs })
      if (result.kind === 'preview') return result.preview
      const words = strippedText(said.html ?? '', { lineBreaks: false, most: 4_000 })
      return previewOf({ html: null, text: said.text ?? words })
    },
    withoutVerdicts: (header) => withoutResultsOf(header, believed),
    close: () => pool.close(),
  }
}

async function headOf(source: MimeSource): Promise<string> {
  if ('bytes' in source) return Buffer.from(source.bytes.subarray(0, fallbackBytes)).toString('latin1')
  try {
    const file = await open(source.path, 'r')
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(fallbackBytes), 0, fallbackBytes, 0)
      return buffer.subarray(0, bytesRead).toString('latin1')
    } finally {
      await file.close()
    }
  } catch {
    return ''
  }
}

/** What a bounded look at the header gives when the whole could not be read. */
function unreadable(head: string, trustedAuthServIds: readonly string[]): ParsedMail {
  const end = /\r?\n\r?\n/.exec(head)?.index
  const fields = withoutCutSender(readFields(head.slice(0, end)), end === undefined)
  const envelope = readEnvelope(fields, null, trustedAuthServIds)
  return { ...envelope, html: null, text: null, preview: '', attachments: [], readable: false, truncated: true }
}

export { type Bounce, type BounceRecipient, buildBounce } from './build/buildBounce'
export { buildMessage } from './build/buildMessage'
export { buildReceipt, type Receipt } from './build/buildReceipt'
export { isPlainAddress } from './build/headerSafety'
export type { DraftFile, ExtraHeader, MessageDraft } from './build/messageDraft'
export { type ClaimedSender, claimedSender, withoutLeadingFolds, withoutResultsOf } from './header/arrivingHeader'
export { parseAddress, parseAddresses } from './header/parseAddresses'
export { type MailHead, readHead } from './read/readHead'
