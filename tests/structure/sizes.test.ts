import { describe, expect, it } from 'vitest'
import { sourcesOf } from './sources'

/** Code files that a folder may hold directly; then it gets folders of its own. */
const mostFiles = 15

/** Folders that hold more, each with its reason. */
const fullFolders: Readonly<Record<string, string>> = {
  'server/sql/migrations': 'the steps of one history, whose names the databases have on record',
}

/** Folders below `top` that hold too many files, as `folder: count`. */
function tooFull(paths: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const path of paths) {
    const folder = path.slice(0, path.lastIndexOf('/'))
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts].filter(([, count]) => count > mostFiles).map(([folder, count]) => `${folder}: ${count}`)
}

describe('sizes', () => {
  it('no folder of the gateway or of its tests holds more than 15 code files without a written reason', () => {
    const paths = [...sourcesOf('server', 'tests/server', 'tests/unit/server').keys()]
    const reasoned = Object.keys(fullFolders)
    expect(tooFull(paths).filter((full) => !reasoned.includes(full.replace(/:.*/, '')))).toEqual([])
    expect(tooFull(paths).map((full) => full.replace(/:.*/, ''))).toEqual(expect.arrayContaining(reasoned))
    const planted = (count: number) => Array.from({ length: count }, (_, index) => `server/x/${index}.ts`)
    expect(tooFull(planted(15))).toEqual([])
    expect(tooFull(planted(16))).toEqual(['server/x: 16'])
  })
})
