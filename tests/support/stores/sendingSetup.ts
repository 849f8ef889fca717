/** The sending side of a gateway over real embedded adapters in a data folder, that can be opened again as after a restart. */
import { join } from 'node:path'
import type { Form } from '#contract/endpoint'
import type { sendMail } from '#contract/endpoints/sending/sending'
import { makeCardStore } from '#server/contacts/cards/cards.sql'
import { makeCardWriter } from '#server/contacts/cards/writtenCard'
import { makeContactStore } from '#server/contacts/contacts.sql'
import { makeContactPhotos } from '#server/contacts/photos/contactPhotos.sql'
import type { Account } from '#server/core/account'
import type { Caller } from '#server/core/caller'
import { makeUploadFiles } from '#server/drafts/uploads/uploadFiles.fs'
import { makeUploadStore } from '#server/drafts/uploads/uploads.sql'
import type { Checkpoint } from '#server/kit/checkpoint'
import { openSpool } from '#server/mail/spool/fileSpool'
import { createEmbeddedMailStores } from '#server/mail/sqlite/mailStores'
import { withOutboxFolder } from '#server/mail/virtual/outboxFolder'
import { makeOrganizationSends } from '#server/organizations/organizationSends.sql'
import { makeDispatcher } from '#server/outbox/dispatch/dispatcher'
import { makeTakeBack } from '#server/outbox/planned/takeBack'
import { makeMessageBuilder } from '#server/outbox/send/messageBuilder.mime'
import { makeRecentRecipients } from '#server/outbox/send/recentRecipients.sql'
import { makeSendMail } from '#server/outbox/send/sendMail'
import { makeSmtpRelay } from '#server/outbox/smtp/smtpRelay'
import { makeOutboxStore } from '#server/outbox/sqlite/outboxStore'
import { makeAccountStore } from '#server/session/account.sql'
import { makeAttemptStore } from '#server/session/attempts/attempts.sql'
import { makeSettingsStore } from '#server/settings/settings.sql'
import { makeSignatureStore } from '#server/signatures/signatures.sql'
import { plainMime } from '../mail/plainMime'
import { openMigrated } from './migratedDatabase'
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
    organizationSends: makeOrganizationSends(db),
    uploads: makeUploadStore(db, makeUploadFiles(join(folder, 'uploads'))),
    outbox: makeOutboxStore(db),
    recentRecipients: makeRecentRecipients(db),
    contacts: makeContactStore(db),
    settings: makeSettingsStore(db),
    signatures: makeSignatureStore(db),
    cards: makeCardStore(db),
    cardWriter: makeCardWriter({ cards: makeCardStore(db), contactPhotos: makeContactPhotos(db) }),
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
    askedOutside: async () => [],
    ...parts,
    domains,
    canSendOutside: relayPort !== null,
    wake: dispatcher.wake,
  })
  const shown = { ...parts, mailStores: withOutboxFolder(parts.mailStores, { ...parts, mime }) }
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
    card: undefined,
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
    outside: false,
    ...change,
  }
}
