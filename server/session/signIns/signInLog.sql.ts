/** Sign-ins in the database. The same place is written the same, so that the database can count by it. */
import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import * as v from 'valibot'
import { signInCity as placeShape, signInResults, signInWays } from '#contract/endpoints/session/signIns'
import { type City, writtenCity } from '../../core/city'
import type { Database } from '../../sql/openDatabase'
import type { Schema } from '../../sql/schema'
import type { SignIn, SignInLog } from './signInLog.store'

declare module '../../sql/schema' {
  interface Schema {
    sign_ins: {
      id: string
      account_id: string
      at: number
      way: string
      result: string
      browser: string
      system: string
      address: string
      network: string
      /** As JSON, written the same for the same city; null where it is unknown. */
      place: string | null
      /** The session that came of it. */
      session_hash: string | null
    }
    known_devices: { account_id: string; device: string }
  }
}

export function makeSignInLog(db: Database): SignInLog {
  return {
    note: async ({ accountId, sessionHash = null, place, ...signIn }) => {
      const row = { id: randomUUID(), account_id: accountId, session_hash: sessionHash }
      await db
        .insertInto('sign_ins')
        .values({ ...row, ...signIn, place: written(place) })
        .execute()
    },
    noteRefused: async (mailbox, { at, way, result, browser, system, address, network, place }) => {
      // In one statement: an address without a mailbox costs the same.
      await sql`insert into sign_ins (id, account_id, at, way, result, browser, system, address, network, place)
        select ${randomUUID()}, id, cast(${at} as bigint), ${way}, ${result}, ${browser}, ${system}, ${address},
          ${network}, cast(${written(place)} as text)
        from accounts where address = ${mailbox}`.execute(db)
    },
    look: lookIn(db),
    ofSessions: async (accountId) => {
      const rows = await db
        .selectFrom('sign_ins')
        .innerJoin('sessions', 'sessions.token_hash', 'sign_ins.session_hash')
        .selectAll('sign_ins')
        .where('sessions.account_id', '=', accountId)
        .execute()
      return new Map(rows.map((row) => [row.session_hash ?? '', signInOf(row)]))
    },
    ...devicesIn(db),
    sweep: async (before) => {
      await db.deleteFrom('sign_ins').where('at', '<', before).execute()
    },
  }
}

function lookIn(db: Database): SignInLog['look'] {
  const of = (accountId: string, since: number) =>
    db.selectFrom('sign_ins').where('account_id', '=', accountId).where('at', '>=', since)
  return async (accountId, since, { offset, limit, way, result }) => {
    const asked = of(accountId, since)
      .$if(way !== undefined, (it) => it.where('way', '=', way ?? ''))
      .$if(result !== undefined, (it) => it.where('result', '=', result ?? ''))
    const rows = await asked
      .selectAll()
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute()
    const { total } = await asked.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    const counted = await of(accountId, since)
      .where('result', '=', 'in')
      .select(({ fn }) => ['place', fn.countAll().as('count'), fn.max('at').as('last')])
      .groupBy('place')
      .execute()
    const groups = counted.map((it) => ({ place: read(it.place), count: Number(it.count), last: Number(it.last) }))
    return {
      list: rows.map(signInOf),
      total: Number(total),
      places: groups
        .flatMap(({ place, count, last }) => (place === null ? [] : [{ place, count, last }]))
        .toSorted((one, other) => other.count - one.count || other.last - one.last),
      unknown: groups.reduce((sum, { place, count }) => (place === null ? sum + count : sum), 0),
    }
  }
}

function devicesIn(db: Database): Pick<SignInLog, 'deviceState' | 'addDevice'> {
  return {
    deviceState: async (accountId, device) => {
      const known = db.selectFrom('known_devices').select('device').where('account_id', '=', accountId)
      if ((await known.where('device', '=', device).executeTakeFirst()) !== undefined) return 'known'
      return (await known.limit(1).executeTakeFirst()) === undefined ? 'first' : 'new'
    },
    addDevice: async (accountId, device) => {
      await db
        .insertInto('known_devices')
        .values({ account_id: accountId, device })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
  }
}

function signInOf(row: Selectable<Schema['sign_ins']>): SignIn {
  const { browser, system, address, network } = row
  return {
    at: Number(row.at),
    way: signInWays.find((one) => one === row.way) ?? 'password',
    result: signInResults.find((one) => one === row.result) ?? 'wrongPassword',
    browser,
    system,
    address,
    network,
    place: read(row.place),
  }
}

const written = (place: City | null) => (place === null ? null : writtenCity(place))

function read(text: string | null): City | null {
  const place = v.safeParse(v.pipe(v.string(), v.parseJson(), placeShape), text)
  return place.success ? place.output : null
}
