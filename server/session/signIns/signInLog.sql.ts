/** Sign-ins in the database. The same place is written the same, so that the database can count by it. */
import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { signInCity as placeShape } from '#contract/endpoints/session/signIns'
import type { City } from '../../core/city'
import type { Database } from '../../sql/openDatabase'
import { type SignInLog, signInWays } from './signInLog.store'

declare module '../../sql/schema' {
  interface Schema {
    sign_ins: {
      id: string
      account_id: string
      at: number
      way: string
      browser: string
      system: string
      /** Shortened before it came here. */
      network: string
      /** As JSON, written the same for the same city; null where it is unknown. */
      place: string | null
    }
  }
}

export function makeSignInLog(db: Database): SignInLog {
  const of = (accountId: string, since: number) =>
    db.selectFrom('sign_ins').where('account_id', '=', accountId).where('at', '>=', since)
  return {
    note: async ({ accountId, place, ...signIn }) => {
      await db
        .insertInto('sign_ins')
        .values({ id: randomUUID(), account_id: accountId, ...signIn, place: place === null ? null : written(place) })
        .execute()
    },
    look: async (accountId, since, { offset, limit }) => {
      const rows = await of(accountId, since)
        .selectAll()
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute()
      const counted = await of(accountId, since)
        .select(({ fn }) => ['place', fn.countAll().as('count'), fn.max('at').as('last')])
        .groupBy('place')
        .execute()
      const groups = counted.map((it) => ({ place: read(it.place), count: Number(it.count), last: Number(it.last) }))
      const sum = (of: readonly { readonly count: number }[]) => of.reduce((total, { count }) => total + count, 0)
      return {
        list: rows.map(({ at, way, browser, system, network, place }) => ({
          at: Number(at),
          way: signInWays.find((one) => one === way) ?? 'password',
          browser,
          system,
          network,
          place: read(place),
        })),
        total: sum(groups),
        places: groups
          .flatMap(({ place, count, last }) => (place === null ? [] : [{ place, count, last }]))
          .toSorted((one, other) => other.count - one.count || other.last - one.last),
        unknown: sum(groups.filter(({ place }) => place === null)),
      }
    },
    sweep: async (before) => {
      await db.deleteFrom('sign_ins').where('at', '<', before).execute()
    },
  }
}

const written = ({ zh, en, country, latitude, longitude }: City) =>
  JSON.stringify({ zh, en, country, latitude, longitude })

function read(text: string | null): City | null {
  const place = v.safeParse(v.pipe(v.string(), v.parseJson(), placeShape), text)
  return place.success ? place.output : null
}
