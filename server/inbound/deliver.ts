/** Takes mail in for the mailboxes of this house (RFC 5321): one file, however many of them it is for. */
import { addressKey, asciiAddress } from '../../src/contract/mail/domainSpelling'
import type { Account } from '../core/account'
import { domainOf } from '../core/emailAddress'
import { Refusal, StoreAway } from '../core/refusal'
import type { Clock } from '../kit/clock'
import type { MailStores } from '../mail/mail.store'
import { type Arrive, makePlainArrive } from '../rules/arrival/arrive'
import type { AccountStore } from '../session/account.store'
import type { Inbound } from './inbound.port'

export type DeliverDeps = {
  readonly accounts: AccountStore
  readonly mailStores: MailStores
  readonly clock: Clock
  /** As they stand now. */
  readonly domains: readonly string[]
  /** Left out where no rules are kept. */
  readonly arrive?: Arrive
}

export function makeDeliver({ accounts, mailStores, clock, domains, ...parts }: DeliverDeps): Inbound {
  const arrive = parts.arrive ?? makePlainArrive({ mailStores, clock })

  const hasRoom = async (account: Account, size: number) => {
    const { used, limit } = await mailStores.of(account).quota()
    return used + size <= limit
  }

  return {
    mailbox: async (address, size) => {
      if (!domains.includes(domainOf(address))) return 'outside'
      const account = await accounts.byAddress(address)
      if (account === null) return 'unknown'
      if (account.isClosed) return 'closed'
      if (account.isUnfinished === true) return 'unfinished'
      return (await hasRoom(account, size)) ? 'known' : 'full'
    },
    keep: async (addresses, spool, size, from, found) => {
      const owners: Account[] = []
      for (const address of new Set(addresses.map(addressKey))) {
        const account = await accounts.byAddress(address)
        // Asked first for all: a no after some have it would make the sender bring it to them twice.
        // RCPT took it: the sender tries again, and RCPT answers 550 5.2.1 for a closed one then.
        if (account?.isUnfinished === true || account?.isClosed === true) throw new StoreAway()
        if (account === null || !(await hasRoom(account, size))) throw new Refusal('quotaExceeded')
        owners.push(account)
      }
      for (const account of owners)
        await arrive({ account, from: asciiAddress(from), spool, key: null, ...(found && { found }) })
    },
  }
}
