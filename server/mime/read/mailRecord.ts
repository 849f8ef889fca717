/** A parsed mail as a store keeps it: the row of a list, the whole as deflated JSON, the tokens of the index. Made within the worker. */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Address, ParsedMail } from '../../core/mail'
import type { IndexedWords, MailRecord, MailRow } from '../../mail/mimeReader.port'
import { mimeLimits } from '../mimeLimits'
import { bodyWords } from '../text/bodyWords'
import { indexText } from '../text/searchTokens'
import { listedFiles } from './listedFiles'

export function recordOf(parsed: ParsedMail, mark: string): MailRecord {
  const files = listedFiles(parsed.attachments)
  return { row: rowOf(parsed), packed: packed(parsed), words: wordsOf(parsed, mark), files, readable: parsed.readable }
}

export function packed(parsed: ParsedMail): Uint8Array {
  return deflateRawSync(JSON.stringify(parsed), { level: 1 })
}

/** The whole of a record. */
export function unpackedMail(bytes: Uint8Array): ParsedMail {
  // Written by `packed` alone.
  const parsed: ParsedMail = JSON.parse(inflateRawSync(bytes).toString('utf8'))
  return parsed
}

export function rowOf(parsed: ParsedMail): MailRow {
  const { subject, sentAt, messageId, inReplyTo, references, preview, urgent } = parsed
  const hasAttachment = parsed.attachments.some((attachment) => !attachment.inline)
  const to = parsed.to.slice(0, mimeLimits.rowRecipients).map(bounded)
  return {
    ...{ from: bounded(parsed.from), to, subject, sentAt, messageId, inReplyTo, references, preview, urgent },
    hasAttachment,
  }
}

function bounded({ name, address }: Address): Address {
  const most = mimeLimits.nameCharacters
  return { name: name.slice(0, most), address: address.slice(0, most) }
}

function wordsOf(parsed: ParsedMail, mark: string): IndexedWords {
  const people = [...parsed.to, ...parsed.cc, ...parsed.bcc].slice(0, mimeLimits.indexedRecipients)
  const named = (person: Address) => `${bounded(person).name} ${bounded(person).address}`
  const names = parsed.attachments.map((attachment) => attachment.name)
  const { fieldTokens, bodyTokens } = mimeLimits
  return {
    subject: indexText(parsed.subject, mark, fieldTokens),
    sender: indexText(named(parsed.from), mark, fieldTokens),
    recipients: indexText(people.map(named).join(' \n '), mark, fieldTokens),
    body: indexText(bodyWords(parsed), mark, bodyTokens),
    attachment: indexText(names.join(' \n '), mark, fieldTokens),
  }
}
