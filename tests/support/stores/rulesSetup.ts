/** A gateway's deliveries with rules, over real embedded adapters: mail comes in by both doors, and what rules send goes out. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makePolicyStore } from '#server/administration/policies/policies.sql'
import { makeContactStore } from '#server/contacts/contacts.sql'
import type { Account } from '#server/core/account'
import type { RuleSet } from '#server/core/rules/rules'
import { makeDeliver } from '#server/inbound/deliver'
import { openSpool } from '#server/mail/spool/fileSpool'
import { createEmbeddedMailStores } from '#server/mail/sqlite/mailStores'
import { makeOrganizationStore } from '#server/organizations/organizations.sql'
import { makeDispatcher } from '#server/outbox/dispatch/dispatcher'
import { makeMessageBuilder } from '#server/outbox/send/messageBuilder.mime'
import { makeSmtpRelay } from '#server/outbox/smtp/smtpRelay'
import { makeOutboxStore } from '#server/outbox/sqlite/outboxStore'
import { type Arrive, type ArriveDeps, makeArrive } from '#server/rules/arrival/arrive'
import { makeReplyLog } from '#server/rules/arrival/replyLog.sql'
import { makeEmbeddedRuleStores } from '#server/rules/rules.sql'
import { makeAccountStore } from '#server/session/account.sql'
import { makeSettingsStore } from '#server/settings/settings.sql'
import { plainMime } from '../mail/plainMime'
import { removeFolder } from '../removeFolder'
import { openMigrated } from './migratedDatabase'
import { sharedReader } from './sharedReader'

export type RulesPlace = Awaited<ReturnType<typeof openRulesPlace>>

const domains = ['ep.test']
const mostBytes = 1_000_000

type Options = { readonly relayPort: number | null; readonly parts?: Partial<ArriveDeps> }

export async function openRulesPlace({ relayPort, parts: instead = {} }: Options) {
  const folder = await mkdtemp(join(tmpdir(), 'ep-mail-'))
  const db = await openMigrated(join(folder, 'gateway.db'))
  let now = Date.UTC(2026, 10, 21, 12)
  const clock = { now: () => now }
  const reports: string[] = []
  const mime = sharedReader()
  const spool = openSpool({ db, dataDir: folder })
  const line = { host: '127.0.0.1', port: relayPort ?? 0, secure: false, name: 'ep.test' }
  const parts = {
    ...{ clock, spool, mime, domains },
    accounts: makeAccountStore(db),
    outbox: makeOutboxStore(db),
    mailStores: createEmbeddedMailStores({ db, spool, mime, clock }),
    builder: makeMessageBuilder(plainMime),
    relay: relayPort === null ? null : makeSmtpRelay({ ...line, signInOf: async () => 'nobody' as const }),
    report: (name: string) => reports.push(name),
  }
  const rules = makeEmbeddedRuleStores(db)
  const judged: ArriveDeps = {
    ...{
      ...parts,
      rules,
      replyLog: makeReplyLog(db),
      contacts: makeContactStore(db),
      policies: makePolicyStore(db),
      organizations: makeOrganizationStore(db),
      checksSenders: false,
      forwardTargets: { isConfirmed: async () => true },
      settings: makeSettingsStore(db),
      canSendOutside: relayPort !== null,
      wake: () => dispatcher.wake(),
    },
    ...instead,
  }
  const arrive: Arrive = makeArrive(judged)
  const dispatcher = makeDispatcher({ ...parts, arrive })
  const inbound = makeDeliver({ ...parts, arrive })

  const account = async (name: string): Promise<Account> => {
    const address = `${name}@ep.test`
    const made = {
      address,
      displayName: name,
      passwordHash: '',
      tier: 'soho',
      organization: null,
      dueAt: null,
    } as const
    const found = (await parts.accounts.byAddress(address)) ?? (await parts.accounts.add(made))
    if (found === null) throw new Error('No account')
    return found
  }

  const inSpool = async <T>(raw: string, work: (id: string, size: number) => Promise<T>): Promise<T> => {
    const { id, size } = await spool.put(Buffer.from(raw), mostBytes)
    try {
      return await work(id, size)
    } finally {
      await spool.release(id)
    }
  }

  return {
    ...{ parts, account, arrive, dispatcher, reports },
    advance: (byMs: number) => {
      now += byMs
    },
    setRules: async (name: string, set: RuleSet) => {
      const store = rules.of(await account(name))
      await store.replace(set, (await store.load()).version)
    },
    /** As the SMTP listener does it. */
    bring: (raw: string, from: string, ...to: readonly string[]) =>
      inSpool(raw, (id, size) => inbound.keep(to, id, size, from)),
    /** As a send between two mailboxes of the house does it. */
    handIn: async (raw: string, name: string, key: string, from = 'san@ep.test') => {
      const owner = await account(name)
      await inSpool(raw, (spooled) => arrive({ account: owner, from, spool: spooled, key }))
    },
    mails: async (name: string, mailFolder: string) => {
      const store = parts.mailStores.of(await account(name))
      const page = { page: 1, pageSize: 50, sort: 'date', order: 'asc', filter: 'all' } as const
      return (await store.page({ folder: mailFolder, ...page }))?.list ?? []
    },
    close: async () => {
      await dispatcher.stop()
      await mime.close()
      await db.destroy()
      await removeFolder(folder)
    },
  }
}
