/** Messages of the product itself: marked as automatic, in the language of their reader. */
import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { limits } from '#contract/limits'
import { settingsRead } from '#contract/settings'
import type { AccountId } from '../core/account'
import { domainOf } from '../core/emailAddress'
import type { Clock } from '../kit/clock'
import type { Spool } from '../mail/spool/spool.store'
import type { OutboxStore } from '../outbox/outbox.store'
import type { MessageBuilder } from '../outbox/send/messageBuilder.port'
import type { AccountStore } from '../session/account.store'
import type { SettingsStore } from '../settings/settings.store'

export type VerificationMailDeps = {
  readonly accounts: Pick<AccountStore, 'byAddress'>
  readonly settings: Pick<SettingsStore, 'load'>
  readonly outbox: Pick<OutboxStore, 'add'>
  readonly spool: Pick<Spool, 'put' | 'release'>
  readonly builder: Pick<MessageBuilder, 'message'>
  readonly domains: readonly string[]
  readonly clock: Clock
  readonly wake: () => void
}

export type VerificationText = { readonly subject: string; readonly lines: readonly string[] }
export type VerificationTexts = Readonly<Record<'zh-CN' | 'en-US', VerificationText>>

/** `account` is on whose account it goes, `domain` in whose name. */
export async function sendVerificationMail(
  deps: VerificationMailDeps,
  { account, domain, to }: { readonly account: AccountId; readonly domain: string; readonly to: string },
  texts: VerificationTexts,
): Promise<void> {
  const said = await inLanguageOf(deps, to, texts)
  const now = deps.clock.now()
  const message = await deps.builder.message({
    from: { name: '', address: `postmaster@${domain}` },
    to: [{ name: '', address: to }],
    cc: [],
    bcc: [],
    subject: said.map(({ subject }) => subject).join(' / '),
    html: said.flatMap(({ lines }) => lines.map(asParagraph)).join(''),
    files: [],
    messageId: `<${randomUUID()}@${domain}>`,
    inReplyTo: null,
    references: [],
    date: now,
    urgent: false,
    receipt: false,
    headers: [{ name: 'Auto-Submitted', value: 'auto-generated' }],
  })
  const put = await deps.spool.put(message, limits.messageBytes)
  const id = randomUUID()
  try {
    await deps.outbox.add({
      id,
      accountId: account,
      // A bounce would come to a mailbox that did not write it.
      from: '',
      subject: said[0]?.subject ?? '',
      spool: put.id,
      saveToSent: false,
      createdAt: now,
      idempotencyKey: `system:${id}`,
      contentHash: id,
      notBefore: now,
      recipients: [{ address: to, local: deps.domains.includes(domainOf(to)) }],
      draftId: null,
      answers: null,
      sealedSecret: null,
    })
    deps.wake()
  } finally {
    // What the outbox refers to stays.
    await deps.spool.release(put.id)
  }
}

/** In the language of the account that reads it; in both where none is known. */
async function inLanguageOf(
  { accounts, settings }: VerificationMailDeps,
  to: string,
  texts: VerificationTexts,
): Promise<readonly VerificationText[]> {
  const reader = await accounts.byAddress(to)
  const language = reader === null ? 'asHere' : v.parse(settingsRead, await settings.load(reader.id)).language
  return language === 'asHere' ? [texts['zh-CN'], texts['en-US']] : [texts[language]]
}

function asParagraph(line: string): string {
  const escaped = line.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
  return `<p>${/^https?:\/\/\S+$/.test(line) ? `<a href="${escaped}">${escaped}</a>` : escaped}</p>`
}
