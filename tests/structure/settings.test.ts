/** Each setting is obeyed somewhere, and a test shows that something changes with it. */
import { describe, expect, it } from 'vitest'
import { settingNames } from '../../src/contract/settings'
import { type Sources, sourcesOf } from './sources'

/** The table, its store, and the pages on which it is chosen, which all name settings without obeying them. */
const elsewhere = /^src\/(?:contract\/settings|store\/settings\/settings\.ts|features\/settings\/)/

const namedIn = (text: string, name: string) =>
  /useSetting|selectSettings|useLook|settingsRead|Settings\b|settings\./.test(text) &&
  new RegExp(`\\b${name}\\b`).test(text)

function unread(names: readonly string[], sources: Sources): readonly string[] {
  const readers = [...sources].filter(([path]) => !elsewhere.test(path)).map(([, text]) => text)
  return names.filter((name) => !readers.some((text) => namedIn(text, name)))
}

/** A test chooses it by name, in the store or over the wire. */
const untested = (names: readonly string[], tests: Sources): readonly string[] =>
  names.filter(
    (name) =>
      ![...tests.values()].some((text) =>
        new RegExp(`\\b${name}\\b['"]?[:,] ?['"]?\\w|\\{[^}]*\\b${name}\\b[^}]*\\}`).test(text),
      ),
  )

describe('every setting', () => {
  it('is read by what it is for', () => {
    expect(unread(settingNames, sourcesOf('src', 'server'))).toEqual([])
  })

  it('has a test that chooses it', () => {
    expect(
      untested(
        settingNames,
        sourcesOf('tests/integration', 'tests/server/outbox', 'tests/server/contacts', 'tests/server/profile'),
      ),
    ).toEqual([])
  })

  it('that nobody reads or tests is found', () => {
    const planted = new Map([['src/x.ts', "const a = useSetting('skin')"]])
    expect(unread(['skin', 'fontSize'], planted)).toEqual(['fontSize'])
    expect(untested(['skin', 'fontSize'], new Map([['a.test.ts', "change({ skin: 'star' })"]]))).toEqual(['fontSize'])
  })
})
