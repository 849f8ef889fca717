import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bundleSizes, jsBefore } from '#tests/support/browser/bundle'
import { removeFolderNow } from '#tests/support/removeFolder'

const beforeLogin = ['common', 'errors', 'titles', 'login']
const beforeInbox = ['layout', 'search', 'folders', 'look', 'mail']

const texts = (language: string) =>
  Object.fromEntries(
    [...beforeLogin, ...beforeInbox, 'compose', 'product'].map((name) => [
      `locales/${language}/${name}.json`,
      { file: `assets/${language}-${name}.js` },
    ]),
  )

const manifest = {
  'index.html': {
    file: 'assets/index.js',
    imports: ['_base.js'],
    dynamicImports: ['_inbox.js', 'src/features/compose/index.ts'],
  },
  '_base.js': { file: 'assets/base.js', name: 'base', imports: ['_react.js', '_form.css'] },
  '_react.js': { file: 'assets/react.js', imports: ['_runtime.js'] },
  '_runtime.js': { file: 'assets/runtime.js', imports: ['_react.js'] },
  '_form.css': { file: 'assets/form.css' },
  '_inbox.js': { file: 'assets/inbox.js', name: 'inbox', imports: ['_react.js', '_rows.js'] },
  '_rows.js': { file: 'assets/rows.js' },
  'src/lib/storage/browserMailCache.ts': { file: 'assets/kept.js', imports: ['_base.js'] },
  'src/features/compose/index.ts': { file: 'assets/compose.js', imports: ['_react.js', '_editor.js'] },
  'src/app/routes/productPages.tsx': { file: 'assets/product.js', imports: ['_base.js'] },
  '_editor.js': { file: 'assets/editor.js' },
  ...texts('zh-CN'),
  ...texts('en-US'),
}

describe('jsBefore', () => {
  it('follows what is imported outright, each file once, round circles and past styles', () => {
    expect(jsBefore(manifest, ['index.html', 'inbox'])).toEqual([
      'assets/index.js',
      'assets/base.js',
      'assets/react.js',
      'assets/runtime.js',
      'assets/inbox.js',
      'assets/rows.js',
    ])
  })

  it('does not count what is fetched on demand', () => {
    expect(jsBefore(manifest, ['index.html'])).not.toContain('assets/compose.js')
  })

  it('fails for an entry that the build does not have, rather than weighing nothing', () => {
    expect(() => jsBefore(manifest, ['src/app/routes/Gone.tsx'])).toThrow('src/app/routes/Gone.tsx')
  })
})

describe('bundleSizes', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ep-mail-bundle-'))
    for (const inner of ['.vite', 'assets']) mkdirSync(join(folder, inner))
    writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(manifest))
    for (const { file } of Object.values(manifest)) writeFileSync(join(folder, file), noise(1_024))
  })
  afterEach(() => removeFolderNow(folder))

  /** Bytes that do not compress. */
  function noise(length: number): Buffer {
    let state = 7
    return Buffer.from(
      Array.from({ length }, () => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
        return state >>> 24
      }),
    )
  }

  it('weighs code and texts, in the language that weighs more; the inbox stands on the login', () => {
    writeFileSync(join(folder, 'assets/en-US-errors.js'), noise(3 * 1_024))
    const [login, , inbox] = bundleSizes(folder)
    // Four files of code and four of texts, one of them heavier; each with gzip's own few bytes.
    expect(login?.kib).toBeGreaterThan(10)
    expect(login?.kib).toBeLessThan(10.5)
    // Three more of code and five of texts.
    expect((inbox?.kib ?? 0) - (login?.kib ?? 0)).toBeGreaterThan(8)
    expect((inbox?.kib ?? 0) - (login?.kib ?? 0)).toBeLessThan(8.5)
  })

  it('weighs of the composer only what the inbox has not brought', () => {
    const [, , , composer] = bundleSizes(folder)
    // Its own code, its editor and its texts.
    expect(composer?.kib).toBeGreaterThan(3)
    expect(composer?.kib).toBeLessThan(3.5)
  })
})
