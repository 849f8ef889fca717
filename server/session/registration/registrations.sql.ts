/** Registrations and invitations, in the product's own database. */
import { addressKey } from '#contract/mail/domainSpelling'
import { addressNameKey } from '#contract/registration/userName'
import type { TierId } from '#contract/tiers'
import { closedNameHash } from '../../kit/token'
import type { Database } from '../../sql/openDatabase'
import { isNameTaken } from '../../sql/people/seats'
import { makeAccountStore } from '../account.sql'
import type { NewRegistration, Registered, RegistrationStore } from './registrations.store'

declare module '../../sql/schema' {
  interface Schema {
    registrations: { account_id: string; key_hash: string; kind: TierId; at: number }
    invites: { code_hash: string; expires_at: number; used_at: number | null }
  }
}

const keyOf = (address: string) => addressNameKey(addressKey(address))

export function makeRegistrationStore(db: Database): RegistrationStore {
  return {
    takenOf: async (addresses) => {
      const keys = addresses.map(keyOf)
      const rows = await db.selectFrom('accounts').select('name_key').where('name_key', 'in', keys).execute()
      const hashes = keys.map(closedNameHash)
      const gone = await db.selectFrom('closed_names').select('name_hash').where('name_hash', 'in', hashes).execute()
      const taken = new Set([...rows.map((row) => row.name_key), ...gone.map((row) => row.name_hash)])
      return new Set(
        addresses.filter((address) => taken.has(keyOf(address)) || taken.has(closedNameHash(keyOf(address)))),
      )
    },
    accountOf: async (keyHash) => {
      const row = await db
        .selectFrom('registrations')
        .select('account_id')
        .where('key_hash', '=', keyHash)
        .executeTakeFirst()
      return row?.account_id ?? null
    },
    isInvited: async (codeHash, now) =>
      (await db
        .selectFrom('invites')
        .select('code_hash')
        .where('code_hash', '=', codeHash)
        .where('expires_at', '>', now)
        .where('used_at', 'is', null)
        .executeTakeFirst()) !== undefined,
    register: (registration) => register(db, registration),
    addInvite: async (codeHash, expiresAt) => {
      await db.insertInto('invites').values({ code_hash: codeHash, expires_at: expiresAt, used_at: null }).execute()
    },
    sweep: async (now, before) => {
      await db.deleteFrom('invites').where('expires_at', '<=', now).execute()
      await db.deleteFrom('registrations').where('at', '<', before).execute()
    },
  }
}

function register(db: Database, registration: NewRegistration): Promise<Registered> {
  const { address, displayName, passwordHash, kind, keyHash, inviteHash, now } = registration
  return db.transaction().execute(async (within) => {
    if (await isNameTaken(within, address)) return 'taken'
    if (inviteHash !== null) {
      const used = await within
        .updateTable('invites')
        .set({ used_at: now })
        .where('code_hash', '=', inviteHash)
        .where('expires_at', '>', now)
        .where('used_at', 'is', null)
        .executeTakeFirst()
      if (used.numUpdatedRows === 0n) return 'no invitation'
    }
    const account = await makeAccountStore(within).add({
      ...{ address, displayName, passwordHash, tier: 'free', organization: null, dueAt: null },
    })
    // Added by an operator since the look.
    if (account === null) throw new Error('The address was added while it was registered')
    await within
      .insertInto('registrations')
      .values({ account_id: account.id, key_hash: keyHash, kind, at: now })
      .execute()
    return account
  })
}
