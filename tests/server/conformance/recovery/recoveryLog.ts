import { describe, expect, it } from 'vitest'
import { makeRecoveryLog } from '#server/recovery/recoveryLog.sql'
import type { RecoveryLog } from '#server/recovery/recoveryLog.store'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'

export function recoveryLogConforms(name: string, make: MakeSubject<RecoveryLog>): void {
  describe(`recovery log: ${name}`, () => {
    const subject = eachTest(make)

    it('keeps since when recovery is on, each account its own, after a restart too', async () => {
      const { store, reopen } = subject.current()
      expect(await store.enabledAt('lin')).toBeNull()
      await store.enable('lin', 1_795_223_700_000)
      await store.enable('anna', 2)
      await store.enable('anna', 3)
      const again = await reopen()
      expect(await again.enabledAt('lin')).toBe(1_795_223_700_000)
      expect(await again.enabledAt('anna')).toBe(3)
    })
  })
}

export const overSql = sqlSuite(makeRecoveryLog, recoveryLogConforms)
