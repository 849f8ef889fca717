/** How much JavaScript a browser fetches before a page can be used, read from the build's manifest. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

type Chunk = {
  readonly file: string
  readonly name?: string
  readonly imports?: readonly string[]
  readonly isDynamicEntry?: true
}
export type Manifest = Readonly<Record<string, Chunk>>

/** Files of these entries, named by their source or, where several sources stand in one file, by that file, and of all that they import outright, each once; what is imported on demand is not among them. */
export function jsBefore(manifest: Manifest, entries: readonly string[]): readonly string[] {
  const files = new Set<string>()
  const seen = new Set<string>()
  const visit = (key: string) => {
    if (seen.has(key)) return
    seen.add(key)
    const chunk = manifest[key] ?? Object.values(manifest).find(({ name }) => name === key)
    if (chunk === undefined) throw new Error(`The build has no ${key}`)
    if (chunk.file.endsWith('.js')) files.add(chunk.file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const entry of entries) visit(entry)
  return [...files]
}

const texts = (language: string, namespaces: readonly string[]) =>
  namespaces.map((namespace) => `locales/${language}/${namespace}.json`)

export const beforeLogin = (language: string) => [
  // The login page among it (`loginStarts` in vite.config.ts).
  'index.html',
  ...texts(language, ['common', 'errors', 'titles', 'login']),
]

export const beforeInbox = (language: string) => [
  ...beforeLogin(language),
  // The desk and its list (`inboxStarts`).
  'inbox',
  'src/lib/storage/browserMailCache.ts',
  ...texts(language, ['layout', 'search', 'folders', 'look', 'mail']),
]

export const beforeProduct = (language: string) => [
  ...beforeLogin(language),
  'src/app/routes/productPages.tsx',
  ...texts(language, ['product', 'layout']),
]

const beforeComposer = (language: string) => [
  ...beforeInbox(language),
  'src/features/compose/index.ts',
  ...texts(language, ['compose']),
]

export type BundleSize = {
  readonly name: string
  readonly kib: number
  readonly budgetKib: number
  /** A measure that found less has not found the code. */
  readonly leastKib: number
}

const kibIn = (folder: string) => (file: string) =>
  gzipSync(readFileSync(join(folder, file)), { level: 9 }).length / 1_024

/**
 * Measures a built app, as gzip at its best, in the language that weighs more. The inbox is everything since the first byte, the composer what
 * comes after the inbox.
 */
export function bundleSizes(folder: string): readonly BundleSize[] {
  // Written by the build itself, which has just been made from these sources.
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
  const kibOf = kibIn(folder)
  type Entries = (language: string) => readonly string[]
  const heaviest = (entriesIn: Entries, after: Entries = () => []) =>
    Math.max(
      ...['zh-CN', 'en-US'].map((language) => {
        const there = new Set(jsBefore(manifest, after(language)))
        return jsBefore(manifest, entriesIn(language))
          .filter((file) => !there.has(file))
          .map(kibOf)
          .reduce((sum, one) => sum + one, 0)
      }),
    )
  return [
    { name: 'JavaScript before the login form', kib: heaviest(beforeLogin), budgetKib: 180, leastKib: 100 },
    {
      name: 'JavaScript that the product pages add to the login form',
      kib: heaviest(beforeProduct, beforeLogin),
      budgetKib: 12,
      leastKib: 4,
    },
    { name: 'JavaScript before the inbox', kib: heaviest(beforeInbox), budgetKib: 260, leastKib: 100 },
    {
      name: 'JavaScript that the composer adds',
      kib: heaviest(beforeComposer, beforeInbox),
      budgetKib: 90,
      leastKib: 20,
    },
  ]
}

/** What comes after the inbox with the pages that are made of antd. */
export function antdSizes(folder: string): readonly BundleSize[] {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
  const kibOf = kibIn(folder)
  const scope = jsBefore(manifest, ['AntdScope']).find((file) => file.includes('AntdScope')) ?? ''
  const inbox = new Set(['zh-CN', 'en-US'].flatMap((language) => jsBefore(manifest, beforeInbox(language))))
  const beyondInbox = (entry: string) =>
    jsBefore(manifest, [entry])
      .filter((file) => !inbox.has(file))
      .map(kibOf)
      .reduce((sum, one) => sum + one, 0)
  /** Pages and dialogs that are fetched on demand together with antd. */
  const antdPages = Object.entries(manifest)
    .filter(([key, { isDynamicEntry }]) => isDynamicEntry && jsBefore(manifest, [key]).includes(scope))
    .map(([key]) => key)
  const featureOf = (entry: string) => /^src\/features\/([^/]+)/.exec(entry)?.[1] ?? ''
  /** What no page of another feature fetches. */
  const ownOf = (page: string) => {
    const others = antdPages.filter((other) => featureOf(other) !== featureOf(page))
    const shared = new Set(jsBefore(manifest, others))
    return jsBefore(manifest, [page])
      .filter((file) => !inbox.has(file) && !shared.has(file))
      .map(kibOf)
      .reduce((sum, one) => sum + one, 0)
  }
  return [
    {
      name: 'JavaScript of its own that a page or section of antd has',
      // The composer has a budget of its own; a library draws PDFs.
      kib: Math.max(...antdPages.filter((page) => !/compose|PdfPreview/.test(page)).map(ownOf)),
      budgetKib: 40,
      leastKib: 10,
    },
    {
      name: 'JavaScript that antd adds to every page of it',
      kib: Math.max(...['AntdPage', 'AntdForm'].map(beyondInbox)),
      budgetKib: 120,
      leastKib: 40,
    },
    {
      name: 'JavaScript that the heaviest page of antd adds to the inbox',
      kib: Math.max(...antdPages.map(beyondInbox)),
      budgetKib: 200,
      leastKib: 100,
    },
  ]
}
