/** What `npm test` runs compares no times, which a busy machine changes: tests/timing alone does. */
import { type ESTree, parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { listFiles, read } from './sources'

/** Folders whose files measure. */
const measuring = /^tests\/(?:timing|bench|soak|servers|e2e)\//

/** Support files that need a clock, each with its reason. */
const reasons: Readonly<Record<string, string>> = {
  'tests/support/browser/dom.ts': 'the callback of an animation frame is told when it is drawn',
  'tests/support/browser/overMsw.ts': 'waits until calls are answered, and two seconds at most',
  'tests/support/canary/probe.mjs': 'measures for tests/timing and tests/soak',
  'tests/support/gate/gate.mjs': 'prints how long each step of a run takes',
  'tests/support/kills/killedBatches.ts': 'counts the seconds of a restart, which the soak prints',
}

const clocks = new Set(['performance', 'cpuUsage', 'hrtime'])

function isNode(value: unknown): value is ESTree.Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

function nodesBelow(node: ESTree.Node): ESTree.Node[] {
  const children: unknown[] = Object.values(node).flat()
  return [node, ...children.filter(isNode).flatMap(nodesBelow)]
}

/** `Date.now()`, `new Date()` and the like. */
const readsDate = (text: string) => /^\+?(?:Date\.now\(\)|new Date\(\)(?:\.\w+\(\))?)$/.test(text)

/** What a file uses of clocks: their names, and differences of two dates that are read while it runs. */
function clocksIn(path: string, text: string): readonly string[] {
  if (!/\b(?:performance|cpuUsage|hrtime|Date)\b/.test(text)) return []
  const nodes = nodesBelow(parseSync(path, text).program)
  const written = (node: ESTree.Node) => text.slice(node.start, node.end)
  const moments = new Set<string>()
  const note = (target: ESTree.Node, value: ESTree.Node | null): void => {
    if (value === null) return
    if (target.type === 'ArrayPattern' && value.type === 'ArrayExpression')
      for (const [at, element] of target.elements.entries()) {
        const one = value.elements[at]
        if (element && one) note(element, one)
      }
    else if (readsDate(written(value))) moments.add(written(target))
  }
  for (const node of nodes) {
    if (node.type === 'VariableDeclarator') note(node.id, node.init)
    if (node.type === 'AssignmentExpression') note(node.left, node.right)
  }
  const isMoment = (node: ESTree.Node) => readsDate(written(node)) || moments.has(written(node))
  return nodes.flatMap((node) => {
    if (node.type === 'Identifier' && clocks.has(node.name)) return [node.name]
    const isDifference = node.type === 'BinaryExpression' && node.operator === '-'
    return isDifference && isMoment(node.left) && isMoment(node.right) ? [written(node)] : []
  })
}

describe('what npm test runs', () => {
  const files = listFiles('tests/*/**').filter((path) => /\.(?:tsx?|mjs)$/.test(path) && !measuring.test(path))
  const found = files
    .map((path) => ({ path, clocks: clocksIn(path, read(path)) }))
    .filter((file) => file.clocks.length > 0)

  it('compares no times: no file uses a clock to measure without a written reason', () => {
    expect(files.length).toBeGreaterThan(500)
    const unexplained = found.filter(({ path }) => !(path in reasons))
    expect(unexplained.map(({ path, clocks }) => `${path}: ${clocks.join(', ')}`)).toEqual([])
  })

  it('has a written reason only where a support file uses a clock', () => {
    expect(found.map(({ path }) => path)).toEqual(expect.arrayContaining(Object.keys(reasons)))
    expect(Object.keys(reasons).filter((path) => !path.startsWith('tests/support/'))).toEqual([])
  })
})

describe('a planted clock', () => {
  it.each([
    'const began = performance.now()',
    "import { performance as clock } from 'node:perf_hooks'",
    'const { user } = process.cpuUsage()',
    "import { hrtime } from 'node:process'",
    'const took = process.hrtime.bigint()',
    'const began = Date.now(); expect(Date.now() - began).toBeLessThan(9)',
    'const [all, began] = [1, Date.now()]; let end; end = Date.now(); expect(end - began).toBeLessThan(9)',
    'const began = new Date(); expect(new Date().getTime() - began).toBeLessThan(9)',
  ])('is found: %s', (text) => {
    expect(clocksIn('tests/unit/x.test.ts', text)).not.toEqual([])
  })

  it.each([
    'const until = Date.now() + 60_000',
    'const yesterday = Date.now() - 86_400_000',
    'const sentAt = 5; const age = Date.now() - sentAt',
    "const text = 'performance.now() - began'",
    'expect(watched.longest).toBe(3) // by performance.now()',
  ])('is none: %s', (text) => {
    expect(clocksIn('tests/unit/x.test.ts', text)).toEqual([])
  })
})
