/** Who may import whom in the app (the table of docs/architecture.md); of the gateway, gatewayLayers.ts tells it. */
import { importsOf, type Sources } from './sources'

type Floor = { readonly name: string; readonly of: RegExp; readonly may: readonly RegExp[] }

const contract = /^src\/contract\//
const lib = /^src\/lib\//
const store = /^src\/store\//
const components = /^src\/components\//
const locales = /^locales\//

const floors: readonly Floor[] = [
  { name: 'src/contract', of: contract, may: [contract, /^valibot$/] },
  { name: 'src/lib', of: lib, may: [lib, contract, locales] },
  { name: 'src/store', of: store, may: [store, components, contract, lib] },
  { name: 'src/components', of: components, may: [store, components, contract, lib] },
  { name: 'src/features', of: /^src\/features\//, may: [/^src\/features\//, contract, lib, store, components] },
  { name: 'src/app', of: /^src\/app\//, may: [/^src\//, locales] },
  { name: 'src/main', of: /^src\/main$/, may: [/^src\//] },
  { name: 'build', of: /^build\//, may: [/^build\//, /^src\/app\/install\//, contract] },
]

/** Packages that stand in one place only. */
const keptIn: readonly { readonly packages: RegExp; readonly home: RegExp }[] = [
  { packages: /^axios$/, home: /^src\/lib\/http\// },
  { packages: /^js-cookie$/, home: /^src\/lib\/storage\// },
  { packages: /^dompurify$/, home: /^src\/lib\/html\// },
  { packages: /^postcss$/, home: /^(?:src\/lib\/html|build)\// },
  { packages: /^antd(?:\/|$)/, home: /^(?:src\/(?:components\/antd|features)|build)\// },
  { packages: /^dayjs(?:\/|$)/, home: /^src\/lib\/dates$/ },
  { packages: /^squire-rte$/, home: /^src\/features\/compose\// },
  {
    packages: /^kysely$/,
    home: /^server\/(sql\/|mail\/(sqlite|spool|maintenance)\/|outbox\/sqlite\/|composition\/volatileStores$|.*\.(sql|tables)$)/,
  },
  { packages: /^pinyin-pro$/, home: /^server\/sql\// },
  { packages: /^(better-sqlite3|pg)$/, home: /^server\/sql\// },
  { packages: /^imapflow$/, home: /^server\/mail\/imap\// },
  { packages: /^(smtp-server)$/, home: /^server\/inbound\/smtp\// },
  { packages: /^nodemailer(\/|$)/, home: /^server\/(mime|outbox\/smtp|demo)\// },
  { packages: /^(fastify|@fastify\/)/, home: /^server\/(http\/|app$|main$)/ },
]

/** antd's pickers name months in English alone where the languages of dayjs are not there. */
const pickers = /^antd\/es\/(?:date-picker|time-picker|calendar)$/
const pickerDates = 'src/lib/dates'

/** Called outside their component, they know neither skin nor language. */
const contextless = /^antd\/es\/(?:message|notification)$/
const staticModal = /\bModal\.(?:confirm|info|success|error|warning|warn)\(/

const featureOf = (path: string) => /^src\/features\/([^/]+)\//.exec(path)?.[1]
const isOurs = (target: string) => /^(src|server|locales|build|tests)\//.test(target)
const isOfApp = (path: string) => /^(?:src|build)\//.test(path)
const withoutExtension = (path: string) => path.replace(/\.tsx?$/, '')

/** Every import that a floor does not allow, as `from → to`. */
export function breachesOf(sources: Sources): string[] {
  const breaches: string[] = []
  for (const [path, text] of sources) {
    const from = withoutExtension(path)
    const floor = floors.find((candidate) => candidate.of.test(from))
    const targets = importsOf(path, text)
    const hasPicker = targets.some((target) => pickers.test(target))
    if (hasPicker && !targets.includes(pickerDates)) breaches.push(`${path} lacks ${pickerDates}`)
    if (targets.includes('antd/es/modal') && staticModal.test(text)) breaches.push(`${path} → Modal without its hook`)
    for (const target of targets) {
      if (contextless.test(target)) breaches.push(`${path} → ${target}`)
      const kept = keptIn.find((rule) => rule.packages.test(target))
      if (kept && !kept.home.test(from)) breaches.push(`${path} → ${target}`)
      const judged = (isOurs(target) && isOfApp(from)) || floor?.name === 'src/contract'
      if (judged && !floor?.may.some((allowed) => allowed.test(target))) breaches.push(`${path} → ${target}`)
    }
  }
  return breaches
}

/** Imports between features but through the other's face. */
export function neighbourBreachesOf(sources: Sources): string[] {
  const breaches: string[] = []
  for (const [path, text] of sources) {
    for (const target of importsOf(path, text)) {
      const feature = featureOf(`${target}/`)
      const own = featureOf(path)
      const isFace = /^src\/features\/[^/]+(\/index)?$/.test(target)
      if (own && feature && own !== feature && !isFace) breaches.push(`${path} → ${target}`)
    }
  }
  return breaches
}

/** Circles of imports, each as the path that closes it. */
export function cyclesOf(sources: Sources): string[] {
  const graph = new Map<string, string[]>()
  const known = new Set([...sources.keys()].map(withoutExtension))
  const resolve = (target: string) =>
    known.has(target) ? target : known.has(`${target}/index`) ? `${target}/index` : null
  for (const [path, text] of sources) {
    graph.set(
      withoutExtension(path),
      importsOf(path, text).flatMap((target) => resolve(target) ?? []),
    )
  }
  const cycles: string[] = []
  const done = new Set<string>()
  const walk = (node: string, trail: readonly string[]): void => {
    const at = trail.indexOf(node)
    if (at >= 0) {
      cycles.push([...trail.slice(at), node].join(' → '))
      return
    }
    if (done.has(node)) return
    for (const next of graph.get(node) ?? []) walk(next, [...trail, node])
    done.add(node)
  }
  for (const node of graph.keys()) walk(node, [])
  return cycles
}
