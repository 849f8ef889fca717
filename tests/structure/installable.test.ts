/** What a browser installs: the manifest, its icons and the worker, as they were built. */
import { readdirSync, readFileSync } from 'node:fs'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { drawIcon, icons } from '../../build/appIcons'
import { routeTable } from '../../src/contract/routes'

const localized = v.object({ 'zh-CN': v.string(), 'en-US': v.string() })
const icon = v.object({ src: v.string(), type: v.string(), sizes: v.string(), purpose: v.optional(v.string()) })
const shape = v.object({
  name: v.string(),
  name_localized: localized,
  short_name: v.string(),
  short_name_localized: localized,
  description_localized: localized,
  start_url: v.string(),
  scope: v.literal('/'),
  display: v.literal('standalone'),
  icons: v.array(icon),
  shortcuts: v.array(v.object({ name: v.string(), name_localized: localized, url: v.string(), icons: v.array(icon) })),
})
const manifest = v.parse(shape, JSON.parse(readFileSync('dist/app/manifest.webmanifest', 'utf8')))
const paths = Object.values(routeTable).map(({ path }) => path)

/** Width and height stand at a fixed place of a PNG (RFC 2083). */
function sizeOf(bytes: Buffer): string {
  expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG')
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`
}

describe('the manifest', () => {
  it('opens and offers pages that there are', () => {
    for (const url of [manifest.start_url, ...manifest.shortcuts.map(({ url }) => url)]) expect(paths).toContain(url)
    expect(manifest.shortcuts[0]?.url).toBe(routeTable.writeMail.path)
  })

  it('names icons that there are, in the sizes that they have', () => {
    const named = [...manifest.icons, ...manifest.shortcuts.flatMap((one) => one.icons)]
    for (const { src, type, sizes } of named.filter(({ type }) => type === 'image/png')) {
      expect([src, type, sizeOf(readFileSync(`dist/app${src}`))]).toEqual([src, 'image/png', sizes])
    }
    expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(['any', '192x192', '512x512', '512x512'])
    expect(manifest.icons.filter(({ purpose }) => purpose === 'maskable')).toHaveLength(1)
  })

  it('is linked from the page, with the icon of those who do not read it', () => {
    const page = readFileSync('dist/app/index.html', 'utf8')
    expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest" />')
    expect(page).toContain('<link rel="apple-touch-icon" href="/apple-touch-icon.png" />')
    expect(sizeOf(readFileSync('dist/app/apple-touch-icon.png'))).toBe('180x180')
  })
})

it('each icon is drawn from the one picture that there is', () => {
  const svg = readFileSync('public/favicon.svg', 'utf8')
  for (const one of icons) expect(drawIcon(svg, one).equals(readFileSync(`dist/app/${one.file}`))).toBe(true)
})

it('R5: the worker keeps every file that was built, and the page that names them', () => {
  const worker = readFileSync('dist/app/sw.js', 'utf8')
  const built = readdirSync('dist/app/assets').filter((name) => !/\.(?:br|gz)$/.test(name))
  expect(built.filter((name) => !worker.includes(`/assets/${name}`))).toEqual([])
  for (const path of ['/index.html', '/skin.js', '/favicon.svg', '/manifest.webmanifest'])
    expect(worker).toContain(path)
  expect(worker).not.toMatch(/\bimport\b/)
})
