/** Messages by which the gateway tells an owner of a mailbox something. */
import { limits } from '../../../src/contract/limits'
import type { Account } from '../../core/account'
import { domainOf } from '../../core/emailAddress'
import { Refusal } from '../../core/refusal'
import type { Clock } from '../../kit/clock'
import type { Spool } from '../../mail/spool/spool.store'
import type { Recaller } from '../../recall/recaller.port'
import type { MessageBuilder } from '../send/messageBuilder.port'
import { asGenuine } from './genuineNotice'

export type SystemMailDeps = {
  readonly recaller: Pick<Recaller, 'keep'>
  readonly spool: Spool
  readonly builder: MessageBuilder
  readonly clock: Clock
  /** Our name in Authentication-Results; null, or left out, where a mail server keeps the mail. */
  readonly authServer?: string | null
}

export type SystemMail = { readonly subject: string; readonly html: string; readonly tellsRecall?: boolean }

/** Once for one key; what does not fit into a full mailbox is left out. */
export async function putSystemMail(
  { recaller, spool, builder, clock, authServer = null }: SystemMailDeps,
  to: Pick<Account, 'address' | 'displayName'>,
  key: string,
  { subject, html, tellsRecall = false }: SystemMail,
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
    // The same when it is written again: by it a copy that was not noted is found.
    messageId: `<${key.replaceAll(':', '.')}@${domain}>`,
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
