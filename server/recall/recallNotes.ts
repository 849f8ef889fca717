/** The mails that tell of a recall, in Chinese and in English: the final result for the sender, a short word for a recipient. */
import { limits } from '../../src/contract/limits'
import type { Account } from '../core/account'
import { domainOf } from '../core/emailAddress'
import type { Recall, RecalledState } from '../core/recall'
import { Refusal } from '../core/refusal'
import type { Clock } from '../kit/clock'
import type { Spool } from '../mail/spool/spool.store'
import { asGenuine } from '../outbox/dispatch/genuineNotice'
import type { MessageBuilder } from '../outbox/send/messageBuilder.port'
import type { Recaller } from './recaller.port'

export type NoteParts = {
  readonly recaller: Recaller
  readonly spool: Spool
  readonly builder: MessageBuilder
  readonly clock: Clock
  /** Our name in Authentication-Results; null, or left out, where a mail server keeps the mail. */
  readonly authServer?: string | null
}

const words: Readonly<Record<RecalledState, string>> = {
  waiting: '等待中 / Waiting',
  recalled: '已撤回 / Recalled',
  read: '已读，未撤回 / Already read, not recalled',
  absent: '邮件已不在该邮箱 / No longer in that mailbox',
  external: '外部地址，不能撤回 / External, cannot be recalled',
  failed: '撤回失败 / Failed',
}

/** Written on each cell, since mail programs heed no style sheet. */
const cell = 'border-bottom:1px solid #d9dee6;padding:8px 24px 8px 0;text-align:left'

export async function tellResult(parts: NoteParts, sender: Account, recall: Recall): Promise<void> {
  const rows = recall.recipients.map(
    ({ address, state }) =>
      `<tr><td style="${cell}">${escaped(address)}</td><td style="${cell}">${words[state]}</td></tr>`,
  )
  const recalled = recall.recipients.filter(({ state }) => state === 'recalled').length
  const count = `${recalled} / ${recall.recipients.length}`
  await put(parts, sender, `${recall.id}:result`, {
    tellsRecall: false,
    subject: `邮件撤回结果 / Recall result: ${recall.subject}`,
    html: `<p>邮件“${escaped(recall.subject)}”的撤回已完成，成功 ${count}。</p>
<p>The recall of “${escaped(recall.subject)}” is complete: ${count} recalled.</p>
<table cellspacing="0" style="border-collapse:collapse;border-top:1px solid #d9dee6">${rows.join('')}</table>`,
  })
}

/** Says who recalled a message; not what stood in it. */
export async function tellRecipient(
  parts: NoteParts,
  recipient: string,
  sender: Account,
  recall: Recall,
): Promise<void> {
  const name = `${sender.displayName} <${sender.address}>`
  await put(parts, { address: recipient, displayName: '' }, `${recall.id}:notice`, {
    tellsRecall: true,
    subject: `${sender.displayName} 撤回了一封邮件 / recalled a message`,
    html: `<p>${escaped(name)} 撤回了一封您尚未阅读的邮件。</p><p>${escaped(name)} recalled a message that you had not read.</p>`,
  })
}

type Note = { readonly subject: string; readonly html: string; readonly tellsRecall: boolean }

/** Once for one key, however often it is done; what does not fit into a full mailbox stands in the progress table all the same. */
async function put(
  { recaller, spool, builder, clock, authServer = null }: NoteParts,
  to: Pick<Account, 'address' | 'displayName'>,
  key: string,
  { subject, html, tellsRecall }: Note,
): Promise<void> {
  const domain = domainOf(to.address)
  const message = await builder.message({
    from: { name: '系统邮件 / System mail', address: `postmaster@${domain}` },
    to: [{ name: to.displayName, address: to.address }],
    cc: [],
    bcc: [],
    subject: subject.slice(0, limits.subjectCharacters),
    html,
    files: [],
    // The same when it is written again, by which it is found where it was kept and that was not noted.
    messageId: `<${key.replace(':', '.')}@${domain}>`,
    inReplyTo: null,
    references: [],
    date: clock.now(),
    urgent: false,
    receipt: false,
    headers: [{ name: 'Auto-Submitted', value: 'auto-generated' }],
  })
  const { id } = await spool.put(asGenuine(message, authServer), limits.messageBytes)
  try {
    const source = { kind: 'spool', spool: id } as const
    await recaller.keep(to.address, { folder: 'inbox', source, flags: {}, receivedAt: clock.now(), key, tellsRecall })
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'quotaExceeded') throw error
  } finally {
    await spool.release(id)
  }
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign)
