import { describe, expect, it } from 'vitest'
import { StoreAway } from '#server/core/refusal'
import { openPostgres } from '#server/sql/postgres/openPostgres'
import { readPostgresError } from '#server/sql/postgres/postgresErrors'

const coded = (code: string) => Object.assign(new Error(code), { code })

describe('errors of PostgreSQL', () => {
  it('R12: a full disk is said as such', () => {
    expect(readPostgresError(coded('53100')).error).toMatchObject({ name: 'Refusal', code: 'diskFull' })
  })

  it('R12: what a restart or an administrator mends is a store that is away', () => {
    const codes = ['57P01', '57P03', '08006', '53300', '57014', '25006', '40P01', '40001', '28P01', '3D000']
    for (const code of codes) expect(readPostgresError(coded(code)).error).toBeInstanceOf(StoreAway)
    for (const code of ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN'])
      expect(readPostgresError(coded(code))).toMatchObject({ error: { name: 'StoreAway' }, isBroken: true })
    const words = [
      'Connection terminated unexpectedly',
      'timeout exceeded when trying to connect',
      'Query read timeout',
    ]
    for (const text of words)
      expect(readPostgresError(new Error(text))).toMatchObject({ error: { name: 'StoreAway' }, isBroken: true })
  })

  it('R12: only a connection that broke is thrown away', () => {
    expect(readPostgresError(coded('57014')).isBroken).toBe(false)
    expect(readPostgresError(coded('57P01')).isBroken).toBe(true)
  })

  it('leaves a bug as it is', () => {
    for (const code of ['23505', '42601', '42P01', '22021']) {
      const bug = coded(code)
      expect(readPostgresError(bug)).toEqual({ error: bug, isBroken: false })
    }
  })

  it('R12: a server that is not there is away when it is asked, and opening alone ends nothing', async () => {
    const db = openPostgres('postgres://nobody@127.0.0.1:1/none')
    await expect(db.selectFrom('accounts').select('id').execute()).rejects.toBeInstanceOf(StoreAway)
    await db.destroy()
  })
})
