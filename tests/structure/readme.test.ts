import { describe, expect, it } from 'vitest'
import { settings } from '../../server/config/table'
import { read } from './sources'

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

  it('names only npm scripts that there are', () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'))
    const named = [...readme.matchAll(/npm run ([a-z:]+)/g)].map((match) => match[1] ?? '')
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })

  it('names the two runs of tests, of which every submission runs the first', () => {
    for (const command of ['npm test', 'npm run test:all']) expect(readme).toContain(command)
    expect(read('.ci/run')).toMatch(/^cd [^\n]*\nnpm test\n$/m)
  })
})
