/** Opens PostgreSQL for gateways that share one database: a small pool, every wait bounded, and a restart of the server survived. */
import {
  Kysely,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely'
import pg from 'pg'
import { Refusal, StoreAway } from '../../core/refusal'
import type { Database } from '../openDatabase'
import type { Schema } from '../schema'
import { readPostgresError } from './postgresErrors'

export type PostgresOptions = {
  /** Connections of this gateway at the most. */
  readonly connections?: number
  /** Milliseconds after which the server ends a statement. */
  readonly statementMs?: number
  /** Milliseconds to wait for a connection, new or from the pool. */
  readonly connectMs?: number
  /** Told of each statement for which the server's disk has no room. */
  readonly onFull?: () => void
}

/** How much longer than the server's own end of a statement is waited: then the line itself has gone silent. */
const silence = 7 / 6
/** OID of `bigint`. */
const int8 = 20

/** Nothing is connected yet: the first query finds out, and ends in `StoreAway` where the server is not there. */
export function openPostgres(
  url: string,
  { connections = 10, statementMs = 30_000, connectMs = 10_000, onFull = () => undefined }: PostgresOptions = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementMs,
    query_timeout: Math.round(statementMs * silence),
    // A gateway that was stopped within a transaction gives its locks back.
    idle_in_transaction_session_timeout: statementMs,
    keepAlive: true,
    application_name: 'ep-mail',
    // Instants and sizes: far below 2^53.
    types: { getTypeParser: (oid, format) => (oid === int8 ? Number : pg.types.getTypeParser(oid, format)) },
  })
  // A connection that breaks while nobody uses it is replaced by the next use; an error that nobody hears would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: guarded(pool, onFull) }) })
}

function guarded(pool: pg.Pool, onFull: () => void): PostgresPool {
  return {
    connect: async () => {
      try {
        return guardedClient(await pool.connect(), onFull)
      } catch (error) {
        throw readPostgresError(error).error
      }
    },
    end: () => pool.end(),
  }
}

function guardedClient(client: pg.PoolClient, onFull: () => void): PostgresPoolClient {
  let isBroken = false
  const run = async (text: string, parameters: readonly unknown[]) => {
    if (isBroken) throw new StoreAway('connection lost')
    try {
      return await client.query(text, parameters.map(storable))
    } catch (error) {
      const read = readPostgresError(error)
      isBroken ||= read.isBroken
      if (read.error instanceof Refusal && read.error.code === 'diskFull') onFull()
      throw read.error
    }
  }
  function query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  function query(text: unknown, parameters: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new TypeError('Cursors are not offered')
    return run(text, parameters)
  }
  return { query, release: () => client.release(isBroken) }
}

/** PostgreSQL holds no U+0000 in text: it becomes the sign for what cannot be written, as a lone surrogate does. */
function storable(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value
}
