import { describe, expect, it } from 'vitest'
import { importsOf, read, sourcesOf } from './sources'

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
