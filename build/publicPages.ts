/** Part of the build: writes down title and description of the pages that strangers find. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { type PublicPages, publicPagesFile } from '../src/contract/publicPages.ts'
import { routeTable } from '../src/contract/routes.ts'

export function publicPagesBuild(): Plugin {
  let root = ''
  return {
    name: 'ep-public-pages',
    apply: 'build',
    configResolved(config) {
      root = config.root
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: publicPagesFile, source: JSON.stringify(publicPagesOf(root)) })
    },
  }
}

/** Throws where a public page lacks a text. */
export function publicPagesOf(root: string): PublicPages {
  const textsIn = (language: string) => (key: string) => {
    const [namespace = '', name = ''] = key.split(':')
    const texts: Readonly<Record<string, unknown>> = JSON.parse(
      readFileSync(join(root, 'locales', language, `${namespace}.json`), 'utf8'),
    )
    const text = texts[name]
    if (typeof text !== 'string') throw new Error(`locales/${language} has no ${key}`)
    return text
  }
  const wordsOf = (language: string, title: string) => {
    const text = textsIn(language)
    return {
      title: text('common:pageTitle').replace('{{title}}', text(title)),
      description: text(title.replace('titles:', 'descriptions:')),
    }
  }
  const found = Object.values(routeTable).filter(({ isPublic }) => isPublic)
  return Object.fromEntries(
    found.map(({ path, title }) => [path, { 'zh-CN': wordsOf('zh-CN', title), 'en-US': wordsOf('en-US', title) }]),
  )
}
