/** Steps, second chance and summary of `npm test` and `npm run test:all`; runs before any package is there. */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { counted, flakyMost, secondChanceMost, summaryOf, verdictOf } from './verdict.mjs'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const results = `${root}test-results`
const journeyConfig = 'tests/e2e/playwright.config.ts'
/** Folders with a `tsconfig.json`: the app, the gateway, and everything as tests and tools see it. */
const typePrograms = ['src', 'server', '.']

/** `command`: what was typed, for the summary. */
export function makeGate(command) {
  const began = Date.now()
  /** Files and journeys that failed, with their errors. */
  const failures = []
  /** Steps that failed: nothing gives these a second chance. */
  const broken = []
  let passed = 0
  const running = new Set()
  let runs = 0
  rmSync(results, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  mkdirSync(results, { recursive: true })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      // They end their own workers and browsers, and need nobody for that.
      for (const child of running) child.kill(signal)
      process.exit(130)
    })

  /** Answers the exit code (null after a signal) and, with `isQuiet`, the output. */
  function start(program, args, { env = {}, isQuiet = false } = {}) {
    return new Promise((resolve, reject) => {
      const child = spawn(`node_modules/.bin/${program}`, args, {
        cwd: root,
        stdio: ['ignore', isQuiet ? 'pipe' : 'inherit', isQuiet ? 'pipe' : 'inherit'],
        env: { ...process.env, ...env },
      })
      const output = []
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => output.push(bytes))
      running.add(child)
      child.once('error', reject)
      child.once('close', (code) => {
        running.delete(child)
        resolve({ code, output: Buffer.concat(output).toString() })
      })
    })
  }

  /** Prints the line of a step. One that fails ends the run as red, after the others beside it. */
  async function step(name, work) {
    const from = Date.now()
    try {
      await work()
      line(true, name, '', from)
    } catch (error) {
      line(false, name, '', from)
      broken.push({ name, error: error instanceof Error ? error.message : String(error) })
    }
  }

  /** A step that is one program. */
  function check(name, program, args) {
    return step(name, async () => {
      const { code, output } = await start(program, args, { isQuiet: true })
      if (code !== 0) throw new Error(`${output.trim()}\nalone: npx ${program} ${args.join(' ')}`)
    })
  }

  /** Both processors are busy: each checker beyond two repeats work of the others. */
  const types = () =>
    Promise.all(typePrograms.map((path) => check(`types (tsc -p ${path})`, 'tsc', ['-p', path, '--checkers', '2'])))

  /** `suite` names a run of journeys; projects of Vitest have their own names. */
  async function test({ program, args, env = {}, suite = '', titles = '' }) {
    const file = `${results}/run-${++runs}.jsonl`
    writeFileSync(file, '')
    const reporter =
      program === 'vitest' ? 'tests/support/gate/unitReporter.ts' : 'tests/support/gate/journeyReporter.ts'
    const shown = program === 'vitest' ? reporter : `${root}${reporter}`
    const asked = { ...env, EP_RESULTS: file, EP_SUITE: suite }
    const { code } = await start(program, [...args, '--reporter', shown], { env: asked })
    const entries = readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((text) => JSON.parse(text))
    const verdict = verdictOf(entries, code)
    return { ...verdict, failures: verdict.failures.map((it) => ({ ...it, program, env, titles })) }
  }

  async function first(wanted) {
    const { passed: found, failures: failed, error } = await test(wanted)
    passed += found
    failures.push(...failed)
    if (error !== null) broken.push({ name: `${wanted.program} ${wanted.args.join(' ')}`, error })
  }

  /** Projects of Vitest, in one process. `titles`: a pattern of those that run. */
  const units = (projects, { filters = [], env = {}, titles = '' } = {}) => {
    const chosen = [...(titles === '' ? [] : ['--testNamePattern', titles]), ...filters]
    return first({
      program: 'vitest',
      args: ['run', ...projects.flatMap((name) => ['--project', name]), ...chosen],
      env,
      titles,
    })
  }

  /** Journeys in Chromium; `chosen`: Playwright's own arguments. */
  const journeys = (suite, chosen, env = {}) =>
    first({ program: 'playwright', args: ['test', '--config', journeyConfig, ...chosen], env, suite })

  /** When all else is done, what failed runs once more, a file or a journey at a time. */
  async function secondChance() {
    if (failures.length === 0 || failures.length > secondChanceMost) return
    const from = Date.now()
    for (const failure of failures) {
      const again = await test(alone(failure, `${results}/again.txt`))
      failure.again = again.failures[0] ?? (again.error === null ? null : { ...failure, error: again.error })
      passed += failure.again === null ? 1 : 0
    }
    const red = failures.filter(({ again }) => again !== null).length
    line(red === 0, 'second chance', `${counted(failures.length, 'failure')}, ${red} red again`, from)
  }

  /** Prints the summary and answers the exit code. */
  function end() {
    if (passed === 0 && failures.length === 0 && broken.length === 0)
      broken.push({ name: 'tests', error: 'No test ran.' })
    const red = failures.filter(({ again }) => again !== null)
    const flaky = failures.filter(({ again }) => again === null)
    const kept = flaky.map(({ suite, place, title, error, alone }) => ({ suite, place, title, error, alone }))
    writeFileSync(`${results}/flaky.json`, `${JSON.stringify(kept, null, 2)}\n`)
    const isGreen = broken.length === 0 && red.length === 0 && flaky.length <= flakyMost
    const summary = summaryOf({ command, isGreen, broken, red, flaky, ms: Date.now() - began })
    console.log(`\n${summary.join('\n')}\n\n${passed} passed, ${red.length + broken.length} failed`)
    return isGreen ? 0 : 1
  }

  return { step, check, types, units, journeys, secondChance, end, isBroken: () => broken.length > 0 }
}

/** The run of one failure by itself. */
function alone({ program, suite, file, id, env, titles }, list) {
  if (program === 'vitest') {
    const chosen = titles === '' ? [] : ['--testNamePattern', titles]
    const args = ['run', '--project', suite, '--no-file-parallelism', '--isolate', ...chosen, file]
    return { program, args, env, suite, titles }
  }
  // Pictures of the first time stay.
  const args = ['test', '--config', journeyConfig, '--workers', '1', '--output', 'test-results/again']
  if (id === '') return { program, args: [...args, file], env, suite }
  writeFileSync(list, `${id}\n`)
  return { program, args: [...args, '--test-list', list], env, suite }
}

/** `✓ dom    1,648 tests in 169 files, 420 s` */
export function line(isGood, name, what, from) {
  const seconds = `${Math.round((Date.now() - from) / 1_000)} s`
  console.log(`${isGood ? '✓' : '✗'} ${name.padEnd(26)} ${what === '' ? seconds : `${what}, ${seconds}`}`)
}
