/** Reads Prometheus' text form 0.0.4 as a strict server would: throws at the first line that is not as the format says. */
export type ReadSample = {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}
export type ReadFamily = { readonly type: string; readonly help: string; readonly samples: readonly ReadSample[] }

const metricName = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const labelPair = '[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\[\\\\"n])*"'
const sampleLine = new RegExp(
  `^(${metricName})(?:\\{(${labelPair}(?:,${labelPair})*)?\\})? (\\+Inf|-Inf|NaN|[-+]?[0-9.eE+-]+)$`,
)
const helpLine = new RegExp(`^# HELP (${metricName}) (.*)$`)
const typeLine = new RegExp(`^# TYPE (${metricName}) (counter|gauge|histogram|summary|untyped)$`)

export function readPrometheus(text: string): ReadonlyMap<string, ReadFamily> {
  if (!text.endsWith('\n')) throw new Error('The last line does not end')
  const families = new Map<string, { type: string; help: string; samples: ReadSample[] }>()
  let help: readonly [name: string, text: string] | null = null
  let family: { name: string; type: string; samples: ReadSample[] } | null = null
  for (const line of text.slice(0, -1).split('\n')) {
    const [, helped, said = ''] = helpLine.exec(line) ?? []
    const [, typed, type = ''] = typeLine.exec(line) ?? []
    if (helped !== undefined) help = [helped, said]
    else if (typed !== undefined) {
      if (help?.[0] !== typed) throw new Error(`${typed} has no help`)
      if (families.has(typed)) throw new Error(`${typed} stands twice`)
      family = { name: typed, type, samples: [] }
      families.set(typed, { type, help: help[1], samples: family.samples })
    } else family?.samples.push(sampleOf(line, family.name, family.type))
    if (family === null && helped === undefined) throw new Error(`A line belongs to nothing: ${line}`)
  }
  for (const [name, { type, samples }] of families) {
    assertOnce(samples)
    if (type === 'histogram') assertHistogram(name, samples)
  }
  return families
}

function sampleOf(line: string, family: string, type: string): ReadSample {
  const [, name, pairs = '', value = ''] = sampleLine.exec(line) ?? []
  if (name === undefined) throw new Error(`Not a sample: ${line}`)
  const names = type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => family + end) : [family]
  if (!names.includes(name)) throw new Error(`${name} stands in the family ${family}`)
  const labels = [...pairs.matchAll(/([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', text = '']) => [
    key,
    text.replaceAll(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign)),
  ])
  if (new Set(labels.map(([key]) => key)).size < labels.length) throw new Error(`A label stands twice: ${line}`)
  const number = value === '+Inf' ? Infinity : value === '-Inf' ? -Infinity : Number(value)
  if (Number.isNaN(number) && value !== 'NaN') throw new Error(`Not a number: ${line}`)
  return { name, labels: Object.fromEntries(labels), value: number }
}

const keyOf = ({ name, labels }: ReadSample) => JSON.stringify([name, Object.entries(labels).toSorted()])

function assertOnce(samples: readonly ReadSample[]): void {
  if (new Set(samples.map(keyOf)).size < samples.length) throw new Error('A sample stands twice')
}

/** Buckets rise to `+Inf`, which holds as many as the count says. */
function assertHistogram(name: string, samples: readonly ReadSample[]): void {
  const groups = new Map<string, ReadSample[]>()
  for (const sample of samples) {
    const { le: _, ...rest } = sample.labels
    const key = JSON.stringify(rest)
    groups.set(key, [...(groups.get(key) ?? []), sample])
  }
  for (const group of groups.values()) {
    const buckets = group.filter((it) => it.name === `${name}_bucket`)
    const bounds = buckets.map(({ labels }) => (labels.le === '+Inf' ? Infinity : Number(labels.le)))
    const rises = (values: readonly number[]) =>
      values.every((it, index) => index === 0 || it >= (values[index - 1] ?? 0))
    if (!rises(bounds) || bounds.at(-1) !== Infinity) throw new Error(`The bounds of ${name} do not rise to +Inf`)
    if (!rises(buckets.map(({ value }) => value))) throw new Error(`The buckets of ${name} are not cumulative`)
    const count = group.find((it) => it.name === `${name}_count`)?.value
    if (buckets.at(-1)?.value !== count) throw new Error(`The count of ${name} is not its last bucket`)
    if (!group.some((it) => it.name === `${name}_sum`)) throw new Error(`${name} has no sum`)
  }
}
