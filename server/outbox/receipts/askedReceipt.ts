/** What receipt a mail asks for, and whether it may be asked of a person at all (RFC 8098 section 2.1, TRUST S32). */

import { createHash } from 'node:crypto'
import { discardedFolders, writtenFolders } from '#contract/mail/folderRoles'
import { isAnswerable } from '#contract/rules'
import type { Account } from '../../core/account'
import { domainOf } from '../../core/emailAddress'
import type { ParsedMail } from '../../core/mail'
import type { OpenedMail } from '../../mail/mail.store'
import { isFromMachine, isWrittenTo } from '../../rules/arrival/automatic'
import type { MessageBuilder } from '../send/messageBuilder.port'
import type { ReceiptKey } from './receiptLog.store'

export type AskedReceipt = {
  /** Who is told. */
  readonly to: string
  readonly key: ReceiptKey
  /** False where only a person may answer: the mail names somebody else as its reader, or another address is told than sent it. */
  readonly mayBeAutomatic: boolean
}

export type AskedDeps = {
  readonly builder: Pick<MessageBuilder, 'address'>
  /** Domains whose mail the house itself delivers: it writes no Return-Path above what never left it. */
  readonly domains: readonly string[]
  readonly canSendOutside: boolean
}

/** Where a person keeps what nobody should be told of, or what they wrote themselves. */
const silentFolders: readonly string[] = [...discardedFolders, ...writtenFolders]

/** Null where none is asked for, or none may be offered: to lists, to machines, to oneself, and to nobody. */
export function askedReceipt(
  { builder, domains, canSendOutside }: AskedDeps,
  account: Account,
  { summary, parsed }: OpenedMail,
): AskedReceipt | null {
  if (!parsed.receiptRequested || silentFolders.includes(summary.folder)) return null
  // An option that we would have to know and do not (RFC 8098 section 2.2).
  if (/=\s*required\b/i.test(headerOf(parsed, 'disposition-notification-options') ?? '')) return null
  // One mailbox and no more: a mail must not have a letter sent to all the addresses that it names.
  const to = builder.address(headerOf(parsed, 'disposition-notification-to') ?? '')?.address.toLowerCase()
  if (to === undefined || !isAnswerable(to)) return null
  const isOurs = domains.includes(domainOf(to))
  if (!isOurs && !canSendOutside) return null
  const own = account.address.toLowerCase()
  const returnPath = returnPathOf(parsed)
  if (to === own || parsed.from.address.toLowerCase() === own || returnPath === '') return null
  if (isFromMachine({ parsed, from: returnPath ?? to })) return null
  const isSender = returnPath === null ? isOurs && to === parsed.from.address.toLowerCase() : to === returnPath
  return { to, key: keyOf(parsed), mayBeAutomatic: isSender && isWrittenTo({ parsed }, [own]) }
}

/** In lower case; null where the mail tells none, and empty where it is to be answered to nobody. */
function returnPathOf(parsed: ParsedMail): string | null {
  const header = headerOf(parsed, 'return-path')
  return header === null ? null : header.replace(/[<>\s]/g, '').toLowerCase()
}

function headerOf({ headers }: ParsedMail, name: string): string | null {
  return headers.find((header) => header.name.toLowerCase() === name)?.value ?? null
}

/** By what its sender wrote, so that a copy, or the mail after it was moved, is the same mail. */
function keyOf({ messageId, from, sentAt, subject }: ParsedMail): ReceiptKey {
  const which = messageId === null ? [from.address, sentAt, subject] : [messageId, from.address]
  return createHash('sha256').update(JSON.stringify(which)).digest('hex')
}
