/** Reporter for Vitest: a line when a project is done, and what became of each file in `EP_RESULTS`. */
import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { SerializedError } from 'vitest'
import type { Reporter, TestModule, TestSpecification, Vitest } from 'vitest/node'
import type { Entry } from './entries'
import { line } from './gate.mjs'
import { counted } from './verdict.mjs'

type Tally = { planned: number; ended: number; tests: number; failed: number; readonly from: number }

export default class UnitReporter implements Reporter {
  private root = ''
  private readonly tallies = new Map<string, Tally>()

  onInit({ config }: Vitest): void {
    this.root = config.root
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    for (const { project, moduleId } of specifications) {
      this.tally(project.name).planned += 1
      this.write({ kind: 'planned', ...this.about(project.name, moduleId) })
    }
  }

  onTestModuleEnd(module: TestModule): void {
    const tally = this.tally(module.project.name)
    const tests = [...module.children.allTests()]
    const about = this.about(module.project.name, module.moduleId)
    const failures = [...this.failuresOf(module, about.file)]
    const passed = tests.filter((it) => it.result().state === 'passed').length
    this.write({ kind: 'ended', ...about, passed, failures, ms: Math.round(module.diagnostic().duration) })
    tally.ended += 1
    tally.tests += passed + tests.filter((it) => it.result().state === 'failed').length
    tally.failed += failures.length
    if (tally.ended < tally.planned) return
    const faults = tally.failed > 0 ? `, ${tally.failed} failed` : ''
    const what = `${counted(tally.tests, 'test')} in ${counted(tally.ended, 'file')}${faults}`
    line(tally.failed === 0, module.project.name, what, tally.from)
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    for (const error of errors) {
      const path: unknown = Reflect.get(error, 'VITEST_TEST_PATH')
      const suite = [...this.tallies.keys()]
      const near = typeof path === 'string' ? { near: this.about(this.suiteOf.get(path) ?? suite[0] ?? '', path) } : {}
      this.write({ kind: 'outside', error: textOf(error), ...near })
    }
  }

  private readonly suiteOf = new Map<string, string>()

  private about(suite: string, moduleId: string) {
    this.suiteOf.set(moduleId, suite)
    const file = relative(this.root, moduleId)
    return { suite, file, id: '', place: file, title: '', alone: `npx vitest run --project ${suite} ${file}` }
  }

  private *failuresOf(module: TestModule, file: string) {
    for (const error of module.errors()) yield { title: 'this file', place: file, error: textOf(error) }
    for (const suite of module.children.allSuites())
      for (const error of suite.errors()) yield { title: suite.fullName, place: file, error: textOf(error) }
    for (const test of module.children.allTests()) {
      const { state, errors } = test.result()
      if (state !== 'failed') continue
      const where = errors?.[0]?.stacks?.find((frame) => frame.file.endsWith(file))
      yield {
        title: test.fullName,
        place: where === undefined ? file : `${file}:${where.line}`,
        error: errors?.map(textOf).join('\n') ?? '',
      }
    }
  }

  private tally(name: string): Tally {
    const found = this.tallies.get(name) ?? { planned: 0, ended: 0, tests: 0, failed: 0, from: Date.now() }
    this.tallies.set(name, found)
    return found
  }

  private write(entry: Entry): void {
    const path = process.env.EP_RESULTS
    if (path) appendFileSync(path, `${JSON.stringify(entry)}\n`)
  }
}

function textOf({ name, message, diff, stack }: SerializedError): string {
  const first = message.startsWith(name ?? 'Error') ? message : `${name ?? 'Error'}: ${message}`
  const frames = (stack ?? '').split('\n').filter((it) => /^\s+at /.test(it) && !/node_modules|<anonymous>/.test(it))
  return stripVTControlCharacters([first, diff ?? '', ...frames.slice(0, 6)].filter((it) => it !== '').join('\n'))
}
