/**
 * Who may import whom in the gateway (the table of docs/architecture.md): the folder of a file names its domain, the ending
 * of its name the layer.
 */
import { importsOf, type Sources } from './sources'

export type Layer =
  | 'contract'
  | 'kit'
  | 'core'
  | 'store'
  | 'tables'
  | 'use case'
  | 'routes'
  | 'implementation'
  | 'sql'
  | 'mime'
  | 'http'
  | 'config'
  | 'composition'

/** Folders of the gateway that are one layer as a whole. */
const layerFolders: Readonly<Record<string, Layer>> = {
  kit: 'kit',
  core: 'core',
  sql: 'sql',
  mime: 'mime',
  http: 'http',
  config: 'config',
  composition: 'composition',
  cli: 'composition',
  bin: 'composition',
  demo: 'composition',
}

/** Folders within a domain that hold implementations of its stores and ports, each over one technique. */
const techniques = ['sqlite', 'imap', 'smtp', 'sieve', 'spool', 'maintenance', 'painter', 'mmdb', 'senderChecks']

/** The layer of a path without `.ts`; null for what is neither the gateway's nor the contract's. */
export function layerOf(path: string): Layer | null {
  if (path.startsWith('src/contract/')) return 'contract'
  const [top, ...rest] = path.split('/')
  if (top !== 'server') return null
  const folder = layerFolders[rest[0] ?? '']
  if (folder !== undefined) return folder
  if (rest.length === 1) return 'composition'
  const [name = '', ending] = (rest.at(-1) ?? '').split('.')
  if (ending === 'store' || ending === 'port') return 'store'
  if (ending === 'tables') return 'tables'
  if (name === 'routes' || ending === 'routes') return 'routes'
  return ending !== undefined || techniqueOf(path) !== undefined ? 'implementation' : 'use case'
}

const shared: readonly Layer[] = ['core', 'kit', 'contract']

/** What each layer may import. Which domains see one another's use cases stands in `uses`. */
const mayImport: Readonly<Record<Layer, readonly Layer[]>> = {
  contract: ['contract'],
  kit: ['kit', 'contract'],
  core: ['core', 'contract'],
  store: ['store', ...shared],
  tables: ['tables', ...shared],
  'use case': ['use case', 'store', ...shared],
  routes: ['use case', 'http', ...shared],
  implementation: ['implementation', 'store', 'tables', 'sql', 'mime', ...shared],
  sql: ['sql', 'tables', ...shared],
  mime: ['mime', 'store', ...shared],
  http: ['http', ...shared],
  config: ['config', ...shared],
  composition: [
    'composition',
    'config',
    'http',
    'routes',
    'use case',
    'implementation',
    'store',
    'tables',
    'sql',
    'mime',
    ...shared,
  ],
}

/** Domains whose use cases a domain's own use cases call. The list only shrinks. */
export const uses: Readonly<Record<string, readonly string[]>> = {
  administration: ['contacts', 'outbox', 'session'],
  contacts: ['session'],
  files: ['session'],
  inbound: ['rules'],
  leaving: ['contacts', 'files', 'session', 'transfer'],
  mail: ['outbox', 'recovery', 'rules', 'session', 'transfer'],
  organizations: ['session'],
  outbox: ['drafts', 'mail', 'rules'],
  protection: ['phone', 'session', 'verification'],
  recall: ['outbox'],
  recovery: ['mail'],
  rules: ['mail', 'verification'],
  transfer: ['drafts', 'mail', 'session'],
}

/** Imports that the table forbids and that stand for now, with the reason. The list only shrinks. */
export const exceptions: Readonly<Record<string, string>> = {
  'server/config/readings → server/http/log': 'the levels of the log are a variable',
  'server/kit/zip/zipFile → server/core/refusal': 'an archive that cannot be read is refused where that is seen',
  'server/mail/spool/notes/noteRows → server/session/account.sql': 'notes hold the account as its own store reads it',
  'server/outbox/sqlite/outboxPlans → server/session/attempts/attempts.sql':
    'a send that is taken back is uncounted in the same transaction',
}

const domainOf = (path: string) => path.split('/')[1] ?? ''
const techniqueOf = (path: string) => path.split('/').find((folder) => techniques.includes(folder))

/** Every import of the gateway that the table does not allow, as `from → to`. */
export function layerBreachesOf(sources: Sources): string[] {
  const breaches: string[] = []
  for (const [file, text] of sources) {
    const from = file.replace(/\.tsx?$/, '')
    const layer = layerOf(from)
    if (!from.startsWith('server/') || layer === null) continue
    for (const target of importsOf(file, text)) {
      const other = layerOf(target)
      if (other === null ? /^(src|tests|locales)\//.test(target) : !isAllowed(from, layer, target, other))
        breaches.push(`${from} → ${target}`)
    }
  }
  return breaches
}

function isAllowed(from: string, layer: Layer, target: string, other: Layer): boolean {
  if (!mayImport[layer].includes(other)) return false
  const [own, its] = [domainOf(from), domainOf(target)]
  if (other === 'use case' && layer === 'routes') return own === its
  if (other === 'use case' && layer === 'use case') return own === its || (uses[own] ?? []).includes(its)
  if (layer !== 'implementation' || other !== 'implementation') return true
  // Two implementations of one port know nothing of each other.
  const exchanged = [techniqueOf(from), techniqueOf(target)].filter((it) => it === 'sqlite' || it === 'imap')
  return own === its && new Set(exchanged).size < 2
}
