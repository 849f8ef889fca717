/** Reporter for Playwright: a line when all journeys are done, and what became of each in `EP_RESULTS`. */
import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import type {
  FullConfig,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
  WorkerInfo,
} from '@playwright/test/reporter'
import type { About, Entry } from './entries'
import { line } from './gate.mjs'
import { counted } from './verdict.mjs'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const config = 'tests/e2e/playwright.config.ts'

export default class JourneyReporter implements Reporter {
  private from = Date.now()
  private all: readonly TestCase[] = []
  private failed = 0
  /** The journey that ended last in each worker: whose teardown fails, is told by the worker alone. */
  private readonly lastIn = new Map<number, About>()

  onBegin(_config: FullConfig, suite: Suite): void {
    this.from = Date.now()
    this.all = suite.allTests()
    for (const test of this.all) this.write({ kind: 'planned', ...this.about(test) })
  }

  onTestEnd(test: TestCase, { status, errors, attachments, workerIndex, duration }: TestResult): void {
    const about = this.about(test)
    this.lastIn.set(workerIndex, about)
    const isGood = status === test.expectedStatus || status === 'skipped'
    if (!isGood) this.failed += 1
    const pictures = attachments.flatMap(({ path }) => (path === undefined ? [] : [relative(root, path)]))
    const error = [...errors.map(textOf), ...pictures].join('\n')
    const failures = isGood ? [] : [{ title: about.title, place: about.place, error: error || status }]
    this.write({ kind: 'ended', ...about, passed: status === 'passed' ? 1 : 0, failures, ms: duration })
  }

  /** Outside of journeys: a worker's teardown, or a file that cannot be loaded. */
  onError(error: TestError, worker?: WorkerInfo): void {
    this.failed += 1
    const file = error.location?.file
    const last = worker === undefined ? undefined : this.lastIn.get(worker.workerIndex)
    const loaded = file === undefined ? undefined : this.aboutFile(relative(root, file))
    const near = last ?? loaded
    this.write({ kind: 'outside', error: textOf(error), ...(near === undefined ? {} : { near }) })
  }

  onEnd(): void {
    const files = new Set(this.all.map(({ location }) => location.file)).size
    const faults = this.failed > 0 ? `, ${this.failed} failed` : ''
    const what = `${counted(this.all.length, 'journey')} in ${counted(files, 'file')}${faults}`
    line(this.failed === 0, this.suite(), what, this.from)
  }

  /** Otherwise Playwright adds a reporter of its own. */
  printsToStdio(): boolean {
    return true
  }

  private readonly suite = () => process.env.EP_SUITE || 'journeys'

  private about(test: TestCase): About {
    const file = relative(root, test.location.file)
    const [, , , ...titles] = test.titlePath()
    const place = `${file}:${test.location.line}`
    // Playwright's own form of a line in a list of tests.
    const id = [relative(`${root}tests/e2e`, test.location.file), ...titles].join(' › ')
    return {
      suite: this.suite(),
      file,
      id,
      place,
      title: titles.join(' › '),
      alone: `npx playwright test --config ${config} ${place}`,
    }
  }

  private aboutFile(file: string): About {
    return {
      suite: this.suite(),
      file,
      id: '',
      place: file,
      title: '',
      alone: `npx playwright test --config ${config} ${file}`,
    }
  }

  private write(entry: Entry): void {
    const path = process.env.EP_RESULTS
    if (path) appendFileSync(path, `${JSON.stringify(entry)}\n`)
  }
}

const textOf = ({ stack, message, value, snippet }: TestError) =>
  stripVTControlCharacters([message ?? value ?? stack ?? '', snippet ?? ''].filter((it) => it !== '').join('\n'))
