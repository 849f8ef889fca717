/**
 * Head of the pages that strangers find: title, description, language and address, of texts that
 * build and configuration give; of a request, values of closed lists alone choose among them.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { type PublicPages, publicPagesFile, publicPagesSchema } from '../../../src/contract/publicPages'
import { routeTable } from '../../../src/contract/routes'
import { tierIds } from '../../../src/contract/tiers'
import { escapeHtml } from '../../kit/htmlEscape'

export type PageSite = {
  /** Under which people reach the app, without a slash at its end; null where that is not known. */
  readonly publicUrl: string | null
  readonly brand: { readonly nameZh: string; readonly nameEn: string }
}

const languages = ['zh-CN', 'en-US'] as const
type Language = (typeof languages)[number]

/** None where the file is missing, as beside an app that was built without it. */
export async function readPublicPages(appFolder: string): Promise<PublicPages> {
  try {
    return v.parse(publicPagesSchema, JSON.parse(await readFile(join(appFolder, publicPagesFile), 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw error
  }
}

/** The page of an address with its own head; null where the address is no public page's. */
export type PublicPage = (url: string) => string | null

/** `shell` is the built page, in Chinese. */
export function makePublicPage(shell: string, pages: PublicPages, site: PageSite): PublicPage {
  const paths = new Map(Object.keys(pages).map((path) => [path.toLowerCase(), path]))
  const made = new Map<string, string>()
  return (url) => {
    const [asked = '', query = ''] = url.split('?', 2)
    // The root leads whoever is not signed in to the sign-in.
    const path = paths.get(asked === '/' ? routeTable.login.path : asked.toLowerCase().replace(/\/$/, ''))
    if (path === undefined) return null
    const given = new URLSearchParams(query)
    const language = languages.find((one) => one === given.get('lang')) ?? 'zh-CN'
    // One page alone shows something else by what its address asks for.
    const tier = path === routeTable.particulars.path && tierIds.find((one) => one === given.get('tier'))
    const chosen = tier ? [`tier=${tier}`] : []
    const key = [language, path, ...chosen].join(' ')
    const page = made.get(key) ?? withHead(shell, headOf({ path, chosen, language, pages, site }), language)
    made.set(key, page)
    return page
  }
}

type Head = {
  readonly path: string
  readonly chosen: readonly string[]
  readonly language: Language
  readonly pages: PublicPages
  readonly site: PageSite
}

function headOf({ path, chosen, language, pages, site: { publicUrl, brand } }: Head): readonly string[] {
  const name = language === 'zh-CN' ? brand.nameZh : brand.nameEn
  const words = pages[path]?.[language]
  const text = (template = '') => escapeHtml(template.replaceAll('{{brand}}', () => name))
  const addressIn = (one: Language) => {
    const search = [...chosen, ...(one === 'zh-CN' ? [] : [`lang=${one}`])].join('&')
    return escapeHtml(`${publicUrl}${path}${search && '?'}${search}`)
  }
  const own = (property: string, content: string) => `<meta property="og:${property}" content="${content}" />`
  return [
    `<title>${text(words?.title)}</title>`,
    `<meta name="description" content="${text(words?.description)}" />`,
    own('type', 'website'),
    own('site_name', escapeHtml(name)),
    own('title', text(words?.title)),
    own('description', text(words?.description)),
    own('locale', language.replace('-', '_')),
    // The request's own address says whatever its sender wants.
    ...(publicUrl === null
      ? []
      : [
          own('url', addressIn(language)),
          own('image', escapeHtml(`${publicUrl}/icon-512.png`)),
          `<link rel="canonical" href="${addressIn(language)}" />`,
          ...languages.map((one) => `<link rel="alternate" hreflang="${one}" href="${addressIn(one)}" />`),
        ]),
  ]
}

function withHead(shell: string, head: readonly string[], language: Language): string {
  return shell
    .replace(/<html lang="[^"]*"/, () => `<html lang="${language}"`)
    .replace(/\s*<meta name="description"[^>]*>/, '')
    .replace(/<title>[^<]*<\/title>/, () => head.join('\n    '))
}
