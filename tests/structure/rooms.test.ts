/** A folder that passes the limit gets rooms: folders by meaning, never by kind of code. */
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listFiles } from './sources'

const roots = ['src', 'build', 'tests/integration', 'tests/support', 'tests/e2e']
const mostFiles = 15

/** Folders that hold more, each with its reason. */
const reasons: Readonly<Record<string, string>> = {}

function crowded(paths: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const path of paths) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  return new Map([...counts].filter(([, count]) => count > mostFiles))
}

describe('rooms', () => {
  const found = crowded(roots.flatMap((root) => listFiles(`${root}/**`)))

  it(`no folder holds more than ${mostFiles} files: move some into a folder named by what they are about`, () => {
    expect([...found].filter(([path]) => !(path in reasons))).toEqual([])
  })

  it('a reason stands only for a folder that is too full', () => {
    expect(Object.keys(reasons).filter((path) => !found.has(path))).toEqual([])
  })

  it('a planted sixteenth file is found', () => {
    const files = Array.from({ length: mostFiles + 1 }, (_, at) => `src/features/a/${at}.ts`)
    expect([...crowded(files)]).toEqual([['src/features/a', mostFiles + 1]])
    expect([...crowded(files.slice(1))]).toEqual([])
  })

  it('no folder of the app is named by a kind of code', () => {
    const byKind = listFiles('src/features/**').filter((path) =>
      /\/(?:components|hooks|pages|utils|helpers)\//.test(path),
    )
    expect(byKind).toEqual([])
  })
})
