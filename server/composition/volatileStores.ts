/**
 * What a sign-in writes goes to memory while the disk is full, so that people can still sign in and read (TRUST R12). Failed tries count
 * there as well (TRUST S19). A sign-in by QR code stays where it began. Sessions move to the disk once there is room; a restart before that ends them.
 */
import { sql } from 'kysely'
import { Refusal } from '../core/refusal'
import type { Clock } from '../kit/clock'
import type { InboxCursors } from '../mail/newMail/inboxCursors.store'
import { attemptsOf } from '../session/attempts/attempts.memory'
import { makeAttemptStore } from '../session/attempts/attempts.sql'
import type { AttemptStore } from '../session/attempts/attempts.store'
import { makeCaptchaStore } from '../session/captcha/captcha.sql'
import type { CaptchaStore } from '../session/captcha/captcha.store'
import { makeQrLogins } from '../session/qr/qrLogins.sql'
import type { QrLogins } from '../session/qr/qrLogins.store'
import { makeSessionStore } from '../session/session.sql'
import type { SessionStore } from '../session/session.store'
import type { SignInLog } from '../session/signIns/signInLog.store'
import { makeTicketStore } from '../session/tickets/tickets.sql'
import type { TicketStore } from '../session/tickets/tickets.store'
import { migrate } from '../sql/migrate'
import { type Database, openDatabase } from '../sql/openDatabase'

export type VolatileStores = {
  readonly attempts: AttemptStore
  readonly captchas: CaptchaStore
  readonly inboxCursors: InboxCursors
  readonly qrLogins: QrLogins
  readonly sessions: SessionStore
  readonly signIns: SignInLog
  readonly tickets: TicketStore
}

type Memory = Pick<VolatileStores, 'attempts' | 'captchas' | 'qrLogins' | 'sessions' | 'tickets'> & {
  readonly db: Database
}

const isDiskFull = (error: unknown): boolean => error instanceof Refusal && error.code === 'diskFull'

async function openMemory(): Promise<Memory> {
  const db = openDatabase(':memory:')
  await migrate(db)
  // Accounts stay where they are.
  await sql`pragma foreign_keys = off`.execute(db)
  return {
    db,
    attempts: makeAttemptStore(db),
    captchas: makeCaptchaStore(db),
    qrLogins: makeQrLogins(db),
    sessions: makeSessionStore(db),
    tickets: makeTicketStore(db),
  }
}

export function makeVolatileStores(disk: Database, stores: VolatileStores, clock: Clock) {
  let opened: Promise<Memory> | null = null
  /** What lies in memory; null where the disk was never full. */
  const memory = async (): Promise<Memory | null> => opened
  /** To the disk, and where that is full to memory. */
  const write = async <T>(toDisk: () => Promise<T>, toMemory: (memory: Memory) => Promise<T>): Promise<T> => {
    try {
      return await toDisk()
    } catch (error) {
      if (!isDiskFull(error)) throw error
      opened ??= openMemory()
      return toMemory(await opened)
    }
  }
  const unlessFull = (toDisk: () => Promise<void>): Promise<void> => write(toDisk, async () => undefined)

  const attempts = attemptsOf(stores.attempts, { memory, write, clock })
  const sessions: SessionStore = {
    open: (tokenHash, session) =>
      write(
        () => stores.sessions.open(tokenHash, session),
        (it) => it.sessions.open(tokenHash, session),
      ),
    find: async (tokenHash, now) =>
      (await stores.sessions.find(tokenHash, now)) ?? (await (await memory())?.sessions.find(tokenHash, now)) ?? null,
    secretOf: async (accountId, now) =>
      (await (await memory())?.sessions.secretOf(accountId, now)) ?? (await stores.sessions.secretOf(accountId, now)),
    holding: async (accountId, now) => [
      ...(await stores.sessions.holding(accountId, now)),
      ...((await (await memory())?.sessions.holding(accountId, now)) ?? []),
    ],
    ofAccount: async (accountId, now) => [
      ...((await (await memory())?.sessions.ofAccount(accountId, now)) ?? []),
      ...(await stores.sessions.ofAccount(accountId, now)),
    ],
    extend: async (tokenHash, expiresAt) => {
      await (await memory())?.sessions.extend(tokenHash, expiresAt)
      await unlessFull(() => stores.sessions.extend(tokenHash, expiresAt))
    },
    close: async (tokenHash) => {
      await (await memory())?.sessions.close(tokenHash)
      await stores.sessions.close(tokenHash)
    },
    closeAll: async (accountId, exceptTokenHash) => {
      await (await memory())?.sessions.closeAll(accountId, exceptTokenHash)
      await stores.sessions.closeAll(accountId, exceptTokenHash)
    },
    sweep: async (now) => {
      await (await memory())?.sessions.sweep(now)
      await stores.sessions.sweep(now)
    },
  }
  const tickets: TicketStore = {
    issue: (...ticket) =>
      write(
        () => stores.tickets.issue(...ticket),
        (it) => it.tickets.issue(...ticket),
      ),
    owner: async (...asked) =>
      (await stores.tickets.owner(...asked)) ?? (await (await memory())?.tickets.owner(...asked)) ?? null,
    revokeAll: async (...of) => {
      await (await memory())?.tickets.revokeAll(...of)
      await stores.tickets.revokeAll(...of)
    },
    sweep: async (now) => {
      await (await memory())?.tickets.sweep(now)
      await stores.tickets.sweep(now)
    },
  }
  const captchas: CaptchaStore = {
    keep: (...captcha) =>
      write(
        () => stores.captchas.keep(...captcha),
        (it) => it.captchas.keep(...captcha),
      ),
    answer: async (idHash, given) => {
      const inMemory = (await (await memory())?.captchas.answer(idHash, given)) ?? 'gone'
      if (inMemory !== 'gone') return inMemory
      // One that cannot be used up must not let anybody in; the next picture comes to memory.
      return write(
        () => stores.captchas.answer(idHash, given),
        async () => 'gone' as const,
      )
    },
    sweep: async (now) => {
      await (await memory())?.captchas.sweep(now)
      await stores.captchas.sweep(now)
    },
  }
  const qrLogins: QrLogins = {
    add: (...login) =>
      write(
        () => stores.qrLogins.add(...login),
        (it) => it.qrLogins.add(...login),
      ),
    find: async (...asked) => (await (await memory())?.qrLogins.find(...asked)) ?? stores.qrLogins.find(...asked),
    scan: async (...asked) => (await (await memory())?.qrLogins.scan(...asked)) ?? stores.qrLogins.scan(...asked),
    decide: async (...asked) =>
      (await (await memory())?.qrLogins.decide(...asked)) === true || stores.qrLogins.decide(...asked),
    claim: async (...asked) => (await (await memory())?.qrLogins.claim(...asked)) ?? stores.qrLogins.claim(...asked),
    drop: async (...of) => {
      await (await memory())?.qrLogins.drop(...of)
      await stores.qrLogins.drop(...of)
    },
    sweep: async (now) => {
      await (await memory())?.qrLogins.sweep(now)
      await stores.qrLogins.sweep(now)
    },
  }
  return {
    stores: {
      attempts,
      captchas,
      qrLogins,
      sessions,
      tickets,
      // What only takes note of something fails no sign-in and no list.
      signIns: {
        ...stores.signIns,
        note: (signIn) => unlessFull(() => stores.signIns.note(signIn)),
        noteRefused: (mailbox, signIn) => unlessFull(() => stores.signIns.noteRefused(mailbox, signIn)),
        addDevice: (accountId, device) => unlessFull(() => stores.signIns.addDevice(accountId, device)),
      },
      inboxCursors: {
        ...stores.inboxCursors,
        set: (tokenHash, cursor) => unlessFull(() => stores.inboxCursors.set(tokenHash, cursor)),
      },
    } satisfies VolatileStores,
    /** Moves sessions to the disk; throws where there is no room after all. */
    moveToDisk: async (): Promise<void> => {
      const from = (await memory())?.db
      if (from === undefined) return
      for (const session of await from.selectFrom('sessions').selectAll().execute()) {
        await disk
          .insertInto('sessions')
          .values(session)
          .onConflict((it) => it.doNothing())
          .execute()
        await from.deleteFrom('sessions').where('token_hash', '=', session.token_hash).execute()
      }
    },
    close: async (): Promise<void> => {
      await (await memory())?.db.destroy()
    },
  }
}
