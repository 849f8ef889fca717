/** Numbers in Prometheus' text form 0.0.4: counters, gauges and histograms, with labels from closed lists and never of a person. */
import { createServer } from 'node:http'

export type Labels = Readonly<Record<string, string>>
type Sample = { readonly name: string; readonly labels: Labels; readonly value: number }
type Family = {
  readonly name: string
  readonly kind: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  readonly samples: () => readonly Sample[] | Promise<readonly Sample[]>
}
/** What a gauge stands at, by label. */
export type Readings = readonly { readonly labels?: Labels; readonly value: number }[]

export type Metrics = {
  readonly counter: (name: string, help: string) => (labels?: Labels, by?: number) => void
  /** `read` is asked at each scrape; where it throws, the gauge is left out of that one. */
  readonly gauge: (name: string, help: string, read: () => Readings | Promise<Readings>) => void
  /** `bounds` rise; a last one without limit is added. */
  readonly histogram: (name: string, help: string, bounds: readonly number[]) => (labels: Labels, value: number) => void
  readonly render: () => Promise<string>
}

export function makeMetrics(): Metrics {
  const families: Family[] = []
  const add = (family: Family) => {
    if (families.some(({ name }) => name === family.name)) throw new Error(`There are two metrics ${family.name}`)
    families.push(family)
  }
  return {
    counter: (name, help) => {
      const rows = new Map<string, { labels: Labels; value: number }>()
      add({ name, kind: 'counter', help, samples: () => [...rows.values()].map((row) => ({ name, ...row })) })
      return (labels = {}, by = 1) => {
        rowOf(rows, labels, () => ({ labels, value: 0 })).value += by
      }
    },
    gauge: (name, help, read) => {
      const samples = async () => (await read()).map(({ labels = {}, value }) => ({ name, labels, value }))
      add({ name, kind: 'gauge', help, samples: () => samples().catch(() => []) })
    },
    histogram: (name, help, bounds) => {
      const rows = new Map<string, Row>()
      add({
        name,
        kind: 'histogram',
        help,
        samples: () => [...rows.values()].flatMap((row) => told(name, bounds, row)),
      })
      return (labels, value) => {
        const row = rowOf(rows, labels, () => ({ labels, within: bounds.map(() => 0), count: 0, sum: 0 }))
        row.count += 1
        row.sum += value
        const first = bounds.findIndex((bound) => value <= bound)
        if (first >= 0) row.within[first] = (row.within[first] ?? 0) + 1
      }
    },
    render: async () => {
      const parts = await Promise.all(families.map(async (it) => [it, await it.samples()] as const))
      return parts.map(([family, samples]) => written(family, samples)).join('')
    },
  }
}

/** `within`: how many fell between each bound and the one before it. */
type Row = { readonly labels: Labels; readonly within: number[]; count: number; sum: number }

function rowOf<T>(rows: Map<string, T>, labels: Labels, make: () => T): T {
  const key = JSON.stringify(Object.entries(labels))
  const row = rows.get(key) ?? make()
  rows.set(key, row)
  return row
}

function told(name: string, bounds: readonly number[], { labels, within, count, sum }: Row): readonly Sample[] {
  let below = 0
  const buckets = bounds.map((bound, index) => {
    below += within[index] ?? 0
    return { name: `${name}_bucket`, labels: { ...labels, le: String(bound) }, value: below }
  })
  return [
    ...buckets,
    { name: `${name}_bucket`, labels: { ...labels, le: '+Inf' }, value: count },
    { name: `${name}_sum`, labels, value: sum },
    { name: `${name}_count`, labels, value: count },
  ]
}

function written({ name, kind, help }: Family, samples: readonly Sample[]): string {
  const lines = samples.map((it) => `${it.name}${labelsText(it.labels)} ${numberText(it.value)}`)
  const escaped = help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
  return `${[`# HELP ${name} ${escaped}`, `# TYPE ${name} ${kind}`, ...lines].join('\n')}\n`
}

function labelsText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([key, value]) => `${key}="${labelText(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function labelText(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}

function numberText(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (Math.abs(value) === Infinity) return value > 0 ? '+Inf' : '-Inf'
  return String(value)
}

export type MetricsListener = { readonly port: number; readonly close: () => Promise<void> }

/** On a port of their own, so that no mistake in a proxy's configuration shows them to the world. */
export async function listenMetrics(options: {
  readonly host: string
  /** 0 takes any free one. */
  readonly port: number
  readonly metrics: Metrics
}): Promise<MetricsListener> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    options.metrics.render().then(
      (text) => response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const address = server.address()
  return {
    port: address !== null && typeof address === 'object' ? address.port : options.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
