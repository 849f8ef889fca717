import { describe, expect, it } from 'vitest'
import { makeSettingsStore } from '#server/settings/settings.sql'
import type { SettingsStore } from '#server/settings/settings.store'
import { eachTest, type MakeSubject, sqlSuite } from './subject'

export function settingsStoreConforms(name: string, make: MakeSubject<SettingsStore>): void {
  describe(`settings: ${name}`, () => {
    const subject = eachTest(make)

    it('remember what was chosen last, each for itself, after a restart too', async () => {
      const { store, reopen } = subject.current()
      expect(await store.load('lin')).toEqual({})
      await store.change('lin', { colour: 'blue', size: 'large' })
      await store.change('lin', { size: 'small' })
      await store.change('lin', {})
      expect(await store.load('lin')).toEqual({ colour: 'blue', size: 'small' })
      expect(await (await reopen()).load('lin')).toEqual({ colour: 'blue', size: 'small' })
    })

    it('that are changed at the same moment all hold', async () => {
      const { store } = subject.current()
      const names = Array.from({ length: 20 }, (_, at) => `s${at}`)
      await Promise.all(names.map((one) => store.change('lin', { [one]: 'yes' })))
      expect(await store.load('lin')).toEqual(Object.fromEntries(names.map((one) => [one, 'yes'])))
    })

    it('of which several are changed by two at the same moment end as one of them wanted', async () => {
      const { store } = subject.current()
      const wanted = (value: string) => ({ a: value, b: value, c: value })
      const turned = (value: string) => ({ c: value, b: value, a: value })
      for (let round = 0; round < 10; round++)
        await Promise.all([store.change('lin', wanted('one')), store.change('lin', turned('two'))])
      const { a = '' } = await store.load('lin')
      expect(['one', 'two']).toContain(a)
      expect(await store.load('lin')).toEqual(wanted(a))
    })

    it('S21: are each account’s own', async () => {
      const { store } = subject.current()
      await store.change('lin', { colour: 'blue' })
      await store.change('chen', { colour: 'red' })
      expect(await store.load('chen')).toEqual({ colour: 'red' })
      expect(await store.load('lin')).toEqual({ colour: 'blue' })
    })
  })
}

export const overSql = sqlSuite(makeSettingsStore, settingsStoreConforms)
