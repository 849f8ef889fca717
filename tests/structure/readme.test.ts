import { describe, expect, it } from 'vitest'
import { settings } from '../../server/config/table'
import { listFiles, read } from './sources'

const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'))
const tests = listFiles('tests')

/** Named scripts and test paths that are nowhere; one with `<` or `…` stands for many. */
function lostCommands(markdown: string): readonly string[] {
  const named = [...markdown.matchAll(/\bnpm run ([a-z:]+)/g)].map(([, name = '']) => name)
  const runs = [...markdown.matchAll(/(?:vitest run|test:watch --)((?: tests\/[^\s`]+)+)/g)].map(
    ([, list = '']) => list,
  )
  const paths = runs.flatMap((list) => list.trim().split(' ')).filter((path) => !/[<…]/.test(path))
  return [
    ...named.filter((name) => !(name in scripts)),
    ...paths.filter((path) => !tests.some((file) => file.startsWith(path))),
  ]
}

/** The lines of the configuration table as the README and docs/operations.md are to print it. */
function settingsTable(): readonly string[] {
  const rows = Object.entries(settings).map(
    ([name, { default: value, meaning }]) => `| \`${name}\` | ${value === '' ? '–' : `\`${value}\``} | ${meaning} |`,
  )
  return ['| variable | default | meaning |', '|---|---|---|', ...rows]
}

describe('the README', () => {
  const readme = read('README.md')

  it('opens with the two commands', () => {
    expect(readme.slice(0, 400)).toMatch(/npm start[\s\S]*npm test/)
  })

  it.each(['README.md', 'docs/operations.md'])('and %s prints the configuration as the gateway reads it', (path) => {
    const text = read(path)
    // First line by line, so that a failure names the lines to add.
    expect(settingsTable().filter((line) => !text.includes(`${line}\n`))).toEqual([])
    expect(text).toContain(settingsTable().join('\n'))
  })

  it('and every other document names only npm scripts and test files that there are', () => {
    expect(listFiles('*.md').flatMap((path) => lostCommands(read(path)).map((lost) => `${path}: ${lost}`))).toEqual([])
    const planted = '`npm run nothing -- x`, `npm run check`, `npx vitest run tests/nothing tests/structure/readme`'
    expect(lostCommands(planted)).toEqual(['nothing', 'tests/nothing'])
  })

  it('names the two runs of tests, of which every submission runs the first', () => {
    for (const command of ['npm test', 'npm run test:all']) expect(readme).toContain(command)
    expect(read('.ci/run')).toMatch(/^cd [^\n]*\nnpm test\n$/m)
  })
})
