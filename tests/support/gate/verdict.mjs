/** What the entries that reporters write mean, and the summary of a run. */

/** With more flaky files and journeys than these a run is red. */
export const flakyMost = 5
/** With more failures than these a second look would take too long, and change nothing. */
export const secondChanceMost = 20
/** Lines of the summary. */
export const summaryMost = 30

/** Entries are those of `entries.ts`; `code` is the exit code; `error`: the run failed before any test. */
export function verdictOf(entries, code) {
  const of = (kind) => entries.filter((it) => it.kind === kind)
  const ended = new Map(of('ended').map((it) => [keyOf(it), it]))
  const failures = []
  for (const it of ended.values())
    if (it.failures.length > 0) failures.push({ ...it, ...it.failures[0], more: it.failures.length - 1 })
  for (const it of of('planned'))
    if (!ended.has(keyOf(it)))
      failures.push({ ...it, title: it.title || 'never ended', error: 'It was begun or planned and never ended.' })
  const last = of('ended').at(-1)
  let error = null
  for (const it of of('outside')) {
    const near = it.near ?? last
    if (near === undefined) error ??= it.error
    else if (!failures.some((known) => keyOf(known) === keyOf(near)))
      failures.push({ ...near, title: `outside any test, near: ${near.title || near.file}`, error: it.error })
  }
  if (code !== 0 && failures.length === 0 && error === null) {
    const told = `The process ended with ${code ?? 'a signal'} although no test failed.`
    if (last === undefined) error = told
    else failures.push({ ...last, title: `outside any test, near: ${last.title || last.file}`, error: told })
  }
  return { passed: of('ended').reduce((sum, it) => sum + it.passed, 0), failures, error }
}

const keyOf = ({ suite, file, id }) => `${suite}\n${file}\n${id}`

/** At most `summaryMost` lines: what failed, where, how to run that alone. */
export function summaryOf({ command, isGreen, broken, red, flaky, ms }) {
  const parts = [
    ...broken.map(({ name, error }) => ({ head: `✗ ${name}`, error, tail: [] })),
    ...red.map((it) => entryOf('✗', it)),
    ...flaky.map((it) => entryOf('~ flaky:', it)),
  ]
  const many = flaky.length > flakyMost ? `, more than the ${flakyMost} that are allowed` : ''
  const what = [`${isGreen ? 'green' : 'red'} in ${timeOf(ms)}`, flaky.length > 0 ? `${flaky.length} flaky${many}` : '']
  const head = `${command}: ${what.filter(Boolean).join(', ')}`
  const shown = parts.slice(0, Math.floor((summaryMost - 2) / 3))
  const lines = shown.reduce((sum, { tail }) => sum + 1 + tail.length, 0)
  const each = Math.max(1, Math.floor((summaryMost - 2 - lines) / Math.max(1, shown.length)))
  const left = parts.length - shown.length
  return [
    head,
    ...shown.flatMap(({ head: first, error, tail }) => [first, ...errorLines(error, each), ...tail]),
    ...(left > 0 ? [`and ${left} more: test-results/*.jsonl`] : []),
  ]
}

function entryOf(mark, { suite, place, title, error, again, more = 0, alone }) {
  const others = more > 0 ? ` (and ${more} more in this file)` : ''
  return {
    head: cut(`${mark} [${suite}] ${place} › ${title}${others}`),
    error: again?.error ?? error,
    tail: [`    alone: ${alone}`],
  }
}

const errorLines = (error, most) =>
  error
    .split('\n')
    .filter((it) => it.trim() !== '')
    .slice(0, most)
    .map((it) => cut(`    ${it}`))

const cut = (text) => (text.length > 200 ? `${text.slice(0, 199)}…` : text)

const timeOf = (ms) => `${Math.floor(ms / 60_000)} min ${Math.floor((ms % 60_000) / 1_000)} s`

/** `1 file`, `2,117 files`. */
export function counted(count, noun) {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
