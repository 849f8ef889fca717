import { describe, expect, it } from 'vitest'
import { importsOf, listFiles, read, type Sources, sourcesOf } from './sources'

type Manifest = {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
  readonly allowScripts: Readonly<Record<string, boolean>>
}
type Locked = { readonly version?: string; readonly integrity?: string; readonly hasInstallScript?: boolean }
type Lock = { readonly packages: Readonly<Record<string, Locked>> }

// npm writes and checks both files in these shapes.
const manifest = JSON.parse(read('package.json')) as Manifest
const lock = JSON.parse(read('package-lock.json')) as Lock

function notExact(versions: Readonly<Record<string, string>>): string[] {
  return Object.entries(versions).flatMap(([name, version]) =>
    /^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version) ? [] : [name],
  )
}

function scriptsBeyond(packages: Lock['packages'], allowed: Readonly<Record<string, boolean>>): string[] {
  return Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
    .filter((name) => allowed[name] !== true)
}

/** Packages that files import and `declared` does not name, a line each. */
function undeclared(sources: Sources, declared: readonly string[], list: string): string[] {
  const own = /^(?:node:|virtual:|\.|(?:src|server|build|tests|locales|public)\/|vite\.config$)/
  return [...sources].flatMap(([path, text]) =>
    [...new Set(importsOf(path, text))]
      .filter((target) => !own.test(target))
      .map((target) => target.split('/', target.startsWith('@') ? 2 : 1).join('/'))
      .filter((name) => !declared.includes(name))
      .map((name) => `${path} imports ${name}: name it in ${list} of package.json`),
  )
}

/** Files that call for an interpreter which neither Node nor a package brings, a line each. */
function callsPython(sources: Sources): string[] {
  return [...sources].flatMap(([path, text]) =>
    /\bpython\d*\b/i.test(text) ? [`${path} names Python: npm test needs nothing but Node`] : [],
  )
}

/** Files that reach the modules which take a message apart, other than those modules and the worker. */
function parsesOutside(sources: ReadonlyMap<string, string>): string[] {
  const inside = ['bodies', 'structure', 'attachmentName', 'partStream'].map((name) => `server/mime/read/${name}`)
  return [...sources].flatMap(([path, text]) => {
    if (path.startsWith('server/mime/'))
      return /\breadMail\b[^'\n]*\} from '\.{1,2}\/(?:read\/)?readMail'/.test(text) && !path.endsWith('/mimeWorker.ts')
        ? [path]
        : []
    return importsOf(path, text).some((it) => it === 'server/mime/read/readMail' || inside.includes(it)) ? [path] : []
  })
}

describe('S34: packages', () => {
  it('S34: are pinned to one exact version each, with its checksum in the lock file', () => {
    const all = { ...manifest.dependencies, ...manifest.devDependencies }
    expect(Object.keys(all)).not.toEqual([])
    expect(notExact(all)).toEqual([])
    for (const [name, version] of Object.entries(all)) {
      const locked = lock.packages[`node_modules/${name}`]
      expect(locked?.version, name).toBe(version)
      expect(locked?.integrity, name).toMatch(/^sha512-/)
    }
  })

  it('S34: run no script when they are installed, but those that are named', () => {
    expect(scriptsBeyond(lock.packages, manifest.allowScripts)).toEqual([])
  })

  const { dependencies, devDependencies } = manifest
  const installed = Object.keys(dependencies)
  const all = [...installed, ...Object.keys(devDependencies)]
  // Every file is parsed: outside of a test, whose time is limited.
  const faults = [
    ...undeclared(sourcesOf('src', 'server'), installed, 'dependencies'),
    ...undeclared(sourcesOf('build', 'tests'), all, 'devDependencies'),
  ]

  it('S34: are declared where they are imported, for the product among those that it is installed with', () => {
    expect(faults).toEqual([])
    // Other parsers than our own, which tests read messages with.
    for (const parser of ['mailparser', 'postal-mime']) {
      expect(devDependencies, parser).toHaveProperty([parser])
      expect(installed).not.toContain(parser)
    }
  })

  it('npm test needs nothing but Node and these', () => {
    const started = ['package.json', ...listFiles('.ci', '*.mjs', '*.cjs')]
    const code = sourcesOf('server', 'build', 'tests', 'vite.config.ts')
    const others = new Map([...code].filter(([path]) => path !== 'tests/structure/dependencies.test.ts'))
    expect(callsPython(new Map([...others, ...started.map((path) => [path, read(path)] as const)]))).toEqual([])
  })

  it('a package that is not declared, and a call for Python, are found', () => {
    const planted = (text: string): Sources => new Map([['server/a.ts', text]])
    expect(undeclared(planted("import { simpleParser } from 'mailparser'"), ['qs'], 'dependencies')).toEqual([
      'server/a.ts imports mailparser: name it in dependencies of package.json',
    ])
    expect(
      undeclared(planted("import '@x/y/z'; import 'node:fs'; import './b'; import 'qs/lib'"), ['qs'], 'a'),
    ).toEqual(['server/a.ts imports @x/y: name it in a of package.json'])
    expect(callsPython(planted("spawn('python3', ['-c', script])"))).toEqual([
      'server/a.ts names Python: npm test needs nothing but Node',
    ])
  })

  it('S34: a range, a tag or an unknown script is found', () => {
    expect(notExact({ a: '^1.0.0', b: '~1.0.0', c: 'latest', d: '1.0.0', e: '*', f: 'git+https://x' })).toEqual([
      'a',
      'b',
      'c',
      'e',
      'f',
    ])
    const packages = {
      'node_modules/x/node_modules/bad': { hasInstallScript: true },
      'node_modules/good': { hasInstallScript: true },
    }
    expect(scriptsBeyond(packages, { good: true })).toEqual(['bad'])
  })
})

describe('S34: the parser of messages', () => {
  it('S34: is called by its worker alone', () => {
    expect(read('server/mime/worker/mimeWorker.ts')).toMatch(/import \{[^}]*\breadMail\b/)
    expect(parsesOutside(sourcesOf('server'))).toEqual([])
    const breach = new Map([
      ['server/mail/read/openMail.ts', "import { readMail } from '../../mime/read/readMail'"],
      ['server/mime/index.ts', "import { readEnvelope, readMail } from './read/readMail'"],
    ])
    expect(parsesOutside(breach)).toEqual([...breach.keys()])
  })

  it('S34: has a time limit of five seconds that nothing in the product lengthens', () => {
    expect(read('server/mime/index.ts')).toContain('timeoutMs = 5_000')
    const others = [...sourcesOf('server')].filter(
      ([path, text]) => !path.startsWith('server/mime/') && text.includes('openMimeReader('),
    )
    expect(others).not.toEqual([])
    for (const [path, text] of others) expect(text, path).not.toContain('timeoutMs')
  })
})
