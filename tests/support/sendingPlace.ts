/** The sending side of a gateway over real embedded adapters in a data folder, that can be opened again as after a restart. */

import { join } from 'node:path'
import { makeAccountStore } from '../../server/adapters/embedded/accountStore'
import { makeAttemptStore } from '../../server/adapters/embedded/attemptStore'
import { createEmbeddedMailStores } from '../../server/adapters/embedded/mailStores'
import { makeOutboxStore } from '../../server/adapters/embedded/outboxStore'
import { makeRecentRecipients } from '../../server/adapters/embedded/recentRecipients'
import { openSpool } from '../../server/adapters/embedded/spool'
import { makeUploadFiles } from '../../server/adapters/embedded/uploadFiles'
import { makeUploadStore } from '../../server/adapters/embedded/uploadStore'
import { makeMessageBuilder } from '../../server/adapters/messageBuilder'
import { makeSmtpRelay } from '../../server/adapters/relay/smtpRelay'
import type { Account } from '../../server/core/account'
import type { Checkpoint } from '../../server/ports/checkpoint'
import type { Caller } from '../../server/services/caller'
import { makeDispatcher } from '../../server/services/outbox/dispatcher'
import { withOutboxViews } from '../../server/services/outbox/outboxViews'
import { makeTakeBack } from '../../server/services/planned/takeBack'
import { makeSendMail } from '../../server/services/sendMail'
import type { Form } from '../../src/contract/endpoint'
import type { sendMail } from '../../src/contract/endpoints/sending'
import { openMigrated } from './migratedDatabase'
import { plainMime } from './plainMime'
import { sharedReader } from './sharedReader'

export type SendForm = Form<typeof sendMail>

export type SendingOptions = {
  readonly folder: string
  readonly relayPort: number | null
  readonly checkpoint?: Checkpoint
  readonly now?: () => number
  readonly quotaBytes?: number
}

export const domains = ['ep.test']

export async function openSending({ folder, relayPort, checkpoint, now = Date.now, quotaBytes }: SendingOptions) {
  const db = await openMigrated(join(folder, 'gateway.db'))
  const mime = sharedReader()
  const clock = { now }
  const spool = openSpool({ db, dataDir: folder })
  const parts = {
    clock,
    spool,
    accounts: makeAccountStore(db),
    attempts: makeAttemptStore(db),
    uploads: makeUploadStore(db, makeUploadFiles(join(folder, 'uploads'))),
    outbox: makeOutboxStore(db),
    recentRecipients: makeRecentRecipients(db),
    mailStores: createEmbeddedMailStores({
      db,
      spool,
      mime,
      clock,
      ...(quotaBytes === undefined ? {} : { quotaBytes }),
    }),
    builder: makeMessageBuilder(plainMime),
    relay: relayPort === null ? null : makeSmtpRelay(localRelay(relayPort)),
    ...(checkpoint ? { checkpoint } : {}),
  }
  const dispatcher = makeDispatcher(parts)
  const send = makeSendMail({
    ...parts,
    domains,
    canSendOutside: relayPort !== null,
    wake: dispatcher.wake,
  })
  const shown = { ...parts, mailStores: withOutboxViews(parts.mailStores, { ...parts, mime }) }
  return {
    ...parts,
    db,
    dispatcher,
    send,
    takeBack: makeTakeBack(shown),
    account: (name: string) => accountOf(parts.accounts, name),
    mails: async (name: string, mailFolder: string) => {
      const store = parts.mailStores.of(await accountOf(parts.accounts, name))
      const page = await store.page({
        folder: mailFolder,
        page: 1,
        pageSize: 200,
        sort: 'date',
        order: 'desc',
        filter: 'all',
      })
      return page?.list ?? []
    },
    close: async () => {
      await dispatcher.stop()
      await mime.close()
      await db.destroy()
    },
  }
}

export type Sending = Awaited<ReturnType<typeof openSending>>

function localRelay(port: number) {
  const line = { host: '127.0.0.1', port, secure: false, signInOf: async () => 'nobody' as const, name: 'ep.test' }
  return { ...line, connectMs: 2_000, silenceMs: 2_000 }
}

async function accountOf(accounts: ReturnType<typeof makeAccountStore>, name: string): Promise<Account> {
  const address = `${name}@ep.test`
  const made = { address, displayName: name, passwordHash: '', tier: 'soho', organization: null, dueAt: null } as const
  const account = (await accounts.byAddress(address)) ?? (await accounts.add(made))
  if (account === null) throw new Error('No account')
  return account
}

export function callerOf(account: Account): Caller {
  const session = { accountId: account.id, username: account.address, timezone: 'Asia/Shanghai', createdAt: 0 }
  return { account, session, tokenHash: '', sealedSecret: null }
}

export function sendForm(change: Partial<SendForm>): SendForm {
  return {
    to: [],
    cc: [],
    bcc: [],
    subject: '合同',
    html: '<p>您好</p>',
    text: undefined,
    attachmentIds: [],
    inReplyTo: undefined,
    mode: 'new',
    urgent: false,
    receipt: false,
    idempotencyKey: 'k',
    draftId: undefined,
    lineage: undefined,
    writer: undefined,
    separate: false,
    saveToSent: true,
    sendAt: undefined,
    holdSeconds: 0,
    ...change,
  }
}
