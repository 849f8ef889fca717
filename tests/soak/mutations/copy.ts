/** A copy of the project in a temporary folder, whose sources may be spoiled and whose tests may be run. */
import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { removeFolder } from '../../support/removeFolder'

export type ProjectCopy = {
  readonly read: (path: string) => Promise<string>
  /** The texts of its TypeScript files below a folder. */
  readonly sources: (under: string) => Promise<readonly string[]>
  readonly write: (path: string, text: string) => Promise<void>
  /** The title of the first test of a file that fails, null where none does; `named` runs those alone whose name fits. Throws where the file cannot be run at all. */
  readonly firstFailure: (file: string, named?: string) => Promise<string | null>
  /** Those of the files that fail or cannot be run. */
  readonly failingFiles: (files: readonly string[]) => Promise<ReadonlySet<string>>
  readonly remove: () => Promise<void>
}

/** Milliseconds after which a file's run is ended: a guard of time may be what was taken out. */
const longestMs = 240_000

const report = v.object({
  testResults: v.array(
    v.object({
      name: v.string(),
      message: v.optional(v.string(), ''),
      assertionResults: v.array(v.object({ title: v.string(), status: v.string() })),
    }),
  ),
})

export async function copyProject(root: string): Promise<ProjectCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'ep-mutations-'))
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { stdout } = await promisify(execFile)('git', listed, { cwd: root, maxBuffer: 64 * 1024 * 1024 })
  // A file that was removed and not committed is still listed.
  const listedPaths = stdout.split('\0').filter((path) => path !== '' && existsSync(join(root, path)))
  const paths = [...new Set(listedPaths)]
  for (const path of paths) await cp(join(root, path), join(folder, path))
  // Some tests ask git for the project's files.
  await promisify(execFile)('git', ['init', '-q'], { cwd: folder })
  await promisify(execFile)('git', ['add', '--all'], { cwd: folder })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await appendFile(join(folder, '.git/info/exclude'), '/node_modules\n/report.json\n')

  /** What each file's tests came to; null where they had to be ended. */
  const test = async (files: readonly string[], options: readonly string[], mostMs: number) => {
    const output = join(folder, 'report.json')
    await rm(output, { force: true })
    const written = ['--maxWorkers=1', '--retry=0', '--reporter=json', `--outputFile=${output}`]
    const isEnded = await run(folder, ['run', ...files, ...options, ...written], mostMs)
    return isEnded ? null : v.parse(report, JSON.parse(await readFile(output, 'utf8'))).testResults
  }

  return {
    read: (path) => readFile(join(folder, path), 'utf8'),
    sources: (under) => {
      const below = paths.filter((path) => path.startsWith(`${under}/`) && /\.tsx?$/.test(path))
      return Promise.all(below.map((path) => readFile(join(folder, path), 'utf8')))
    },
    write: (path, text) => writeFile(join(folder, path), text),
    firstFailure: async (file, named) => {
      const only = named === undefined ? [] : ['-t', named]
      const tested = await test([file], ['--bail=1', ...only], longestMs)
      if (tested === null) return 'no answer in time'
      const [{ assertionResults, message } = { assertionResults: [], message: '' }] = tested
      if (assertionResults.length === 0) throw new Error(`${file} was not run: ${message}`)
      return assertionResults.find(({ status }) => status === 'failed')?.title ?? null
    },
    failingFiles: async (files) => {
      const tested = (await test(files, [], longestMs * files.length)) ?? []
      const passing = tested.filter(
        ({ assertionResults }) =>
          assertionResults.length > 0 && assertionResults.every(({ status }) => status !== 'failed'),
      )
      return new Set(files.filter((file) => !passing.some(({ name }) => name.endsWith(`/${file}`))))
    },
    remove: () => removeFolder(folder),
  }
}

/** Runs Vitest to its end; answers whether it had to be ended. */
function run(cwd: string, args: readonly string[], mostMs: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn('node_modules/.bin/vitest', args, { cwd, stdio: 'ignore', detached: true })
    const timer = setTimeout(() => {
      // Its workers are processes of its group.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    }, mostMs)
    child.once('error', reject)
    child.once('exit', (_code, signal) => {
      clearTimeout(timer)
      resolve(signal === 'SIGKILL')
    })
  })
}
