/** Writes the indexes that name every file of a folder: a part of `npm run format`. */
import { readdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))

type Index = { readonly path: string; readonly text: () => string }

const word = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Migrations are taken in the order of their numbers. */
function migrations(): string {
  const names = readdirSync(`${root}server/sql/migrations`)
    .filter((name) => /^\d{4}\w+\.ts$/.test(name))
    .map((name) => name.replace(/\.ts$/, ''))
    .toSorted()
  return `/** Every step in its order, by the name on record; \`npm run format\` writes this list. */
${names.map((name) => `import { migration as step${name} } from './${name}'`).join('\n')}
import type { Migration } from './migration'

export const migrations: readonly (Migration & { readonly name: string })[] = [
${names.map((name) => `  { name: '${name}', ...step${name} },`).join('\n')}
]
`
}

function endpoints(): string {
  const folder = `${root}src/contract/endpoints`
  const areas = readdirSync(folder, { withFileTypes: true })
    .filter((it) => it.isDirectory())
    .flatMap(({ name: area }) =>
      readdirSync(`${folder}/${area}`).map((file) => ({ area, file: file.replace(/\.ts$/, '') })),
    )
    .toSorted((one, other) => (`${one.area}/${one.file}` < `${other.area}/${other.file}` ? -1 : 1))
    .map(({ area, file }) => ({ path: `./${area}/${file}`, name: area + word(file) }))
  return `/**
 * The whole table, for the gateway and the tests that compare it with what is promised. Client code imports the single entry
 * that it calls, so that a page carries no entry of another. \`npm run format\` writes this list.
 */

import type { Endpoint } from '../endpoint'
${areas.map(({ path, name }) => `import * as ${name} from '${path}'`).join('\n')}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'fields' in value && 'anonymous' in value
}

export const allEndpoints: readonly Endpoint[] = [
${areas.map(({ name }) => `  ${name},`).join('\n')}
].flatMap((area) => Object.values<unknown>(area).filter(isEndpoint))
`
}

export const indexes: readonly Index[] = [
  { path: 'server/sql/migrations/index.ts', text: migrations },
  { path: 'src/contract/endpoints/index.ts', text: endpoints },
]

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const { path, text } of indexes) writeFileSync(root + path, text())
