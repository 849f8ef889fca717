/**
 * `npm run mutations`: takes each guard of `guards.tsv` out of a copy of the project and expects its test file to fail; then writes the
 * table in docs/threats.md. `-- S15 R1` tries the guards of these rows alone. The exit code is 1 when a guard outlives its removal.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { copyProject } from './copy'
import { type Guard, readGuards } from './guards'
import { type Noticed, withNoticed } from './threatTable'
import { titlesIn, writtenTitle } from './titles'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const table = join(root, 'docs/threats.md')
const rows = process.argv.slice(2)
const guards = readGuards().filter(({ row }) => rows.length === 0 || rows.includes(row))
const unknown = rows.filter((row) => !guards.some((guard) => guard.row === row))
if (unknown.length > 0) throw new Error(`guards.tsv has no guard of ${unknown.join(', ')}`)

const copy = await copyProject(root)
const titles = titlesIn(await copy.sources('tests'))
const faults: string[] = []
const noticed: Noticed[] = []
try {
  /** Test files that fail with every guard in place prove nothing. */
  const failing = await copy.failingFiles([...new Set(guards.map(({ test }) => test))])
  for (const [at, guard] of guards.entries()) {
    const title = await titleWithout(guard, failing).catch((error: unknown) => {
      faults.push(`${guard.row}, ${guard.what}: ${String(error)}`)
      return null
    })
    console.log(`${at + 1}/${guards.length}  ${guard.row}  ${guard.what}: ${title ?? 'NOT NOTICED'}`)
    if (title !== null) noticed.push({ guard, title })
  }
} finally {
  await copy.remove()
}
for (const fault of faults) console.error(`FAULT  ${fault}`)
if (faults.length > 0) process.exitCode = 1
// A row is written once all of its guards were noticed.
const whole = noticed.filter(({ guard }) => !faults.some((fault) => fault.startsWith(`${guard.row}, `)))
await writeFile(table, withNoticed(await readFile(table, 'utf8'), whole))

/** The first test that noticed, of those named after the row before others; null where none did, which is a fault. */
async function titleWithout(guard: Guard, failing: ReadonlySet<string>): Promise<string | null> {
  const { row, what, file, text, without, test } = guard
  const source = await copy.read(file)
  const found = source.split(text).length - 1
  if (found !== 1) {
    faults.push(`${row}, ${what}: ${file} holds its text ${found} times, and once is due`)
    return null
  }
  if (failing.has(test)) {
    faults.push(`${row}, ${what}: ${test} fails with every guard in place`)
    return null
  }
  await copy.write(
    file,
    source.replace(text, () => without),
  )
  const first = await firstFailureOf(test, row).finally(() => copy.write(file, source))
  if (first === null) faults.push(`${row}, ${what}: ${test} passes without it`)
  return first === null ? null : writtenTitle(first, titles)
}

/** Among the tests named after the row, or else in the whole file. */
async function firstFailureOf(test: string, row: string): Promise<string | null> {
  return (await copy.firstFailure(test, `\\b${row}\\b`)) ?? copy.firstFailure(test)
}
