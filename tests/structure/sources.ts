/** The project's own files as the structure tests see them: path → text, and what each imports. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/** Path from the root, with forward slashes → text. */
export type Sources = ReadonlyMap<string, string>

/** Tracked files and those about to be, as they stand in the working tree. */
export function listFiles(...patterns: string[]): string[] {
  const out = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  })
  const deleted = execFileSync('git', ['ls-files', '--deleted'], { cwd: root, encoding: 'utf8' }).split('\n')
  return [...new Set(out.split('\n'))].filter((path) => path !== '' && !deleted.includes(path))
}

export function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

export function sourcesOf(...patterns: string[]): Sources {
  const code = listFiles(...patterns).filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
  return new Map(code.map((path) => [path, read(path)]))
}

/** Names what a file imports: another file of the project (its path without extension) or a package. */
export function importsOf(path: string, text: string): string[] {
  const { module } = parseSync(path, text)
  const lazy = module.dynamicImports.flatMap((entry) => {
    const argument = text.slice(entry.moduleRequest.start, entry.moduleRequest.end)
    return /^['"`]/.test(argument) ? [argument.slice(1, -1)] : []
  })
  return [...loadedWith(module), ...lazy].map((request) => targetOf(path, request))
}

/** Those of `importsOf` that are loaded with the file. */
export const staticImportsOf = (path: string, text: string): string[] =>
  loadedWith(parseSync(path, text).module).map((request) => targetOf(path, request))

const loadedWith = ({ staticImports, staticExports }: ReturnType<typeof parseSync>['module']) => [
  ...staticImports.map((entry) => entry.moduleRequest.value),
  ...staticExports.flatMap((entry) => entry.entries.flatMap((e) => e.moduleRequest?.value ?? [])),
]

function targetOf(path: string, request: string): string {
  const alias = aliases.find(([name]) => request.startsWith(name))
  if (alias === undefined && !request.startsWith('.')) return request
  const target = alias === undefined ? join(dirname(path), request) : alias[1] + request.slice(alias[0].length)
  return normalize(target)
    .replaceAll('\\', '/')
    .replace(/\.tsx?$/, '')
}

/** The names of `paths` in tsconfig.json and the folders that they stand for. */
const aliases = [
  ['#contract/', 'src/contract/'],
  ['#server/', 'server/'],
  ['#src/', 'src/'],
  ['#tests/', 'tests/'],
] as const
