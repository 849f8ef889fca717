/** How much room is used (RFC 9208). A server without quotas sets no limit: what the tier gives is shown in its place. */
import { tiers } from '#contract/tiers'
import type { Account } from '#server/core/account'
import type { MailStore } from '../../mail.store'
import type { ImapContext } from '../context'
import type { Folders } from '../operations'

export async function quotaOf(
  { pool }: ImapContext,
  folders: Folders,
  account: Account,
): ReturnType<MailStore['quota']> {
  const told = await pool.use(account, (client) => client.getQuota('INBOX'), { lane: 'slow', again: true })
  const counted = await folders.counted(account)
  const sum = (of: (folder: (typeof counted)[number]) => number) => counted.reduce((all, one) => all + of(one), 0)
  const storage = told === false ? undefined : told?.storage
  return {
    used: storage?.usage ?? sum((folder) => folder.size),
    limit: storage?.limit ?? tiers[account.tier].quotaBytes,
    count: sum((folder) => folder.total),
  }
}
