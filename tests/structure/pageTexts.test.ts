/** A page's line names every namespace that it asks for: no part waits for its words. */
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { shellTexts } from '../../src/app/routes/mailboxPage'
import { read, sourcesOf } from './sources'

const sources = sourcesOf('src')
const [, started = ''] = /makeI18n\(language, \[([^\]]*)\]/.exec(read('src/app/makeApp.ts')) ?? []
const words = (list: string) => [...list.matchAll(/'(\w+)'/g)].map(([, word = '']) => word)
/** What stands there before any page is asked for. */
const alwaysThere = [...words(started), ...shellTexts]

/** The file of a component that a module of the routes names: itself, or what the index hands on. */
function componentText(module: string, name: string): string {
  const path = join('src/app/routes', module)
  const declares = new RegExp(`export (?:async )?(?:function|const) ${name}\\b`)
  const near = [...sources].filter(([at]) => at.startsWith(`${path}.`) || at.startsWith(`${dirname(`${path}/x`)}/`))
  return near.find(([, text]) => declares.test(text))?.[1] ?? ''
}

type PageTexts = { readonly name: string; readonly module: string; readonly texts: readonly string[] }

function pagesIn(text: string): readonly PageTexts[] {
  const entries = text.matchAll(/texts: \[([^\]]*)\],\s*load: async \(\) => \(await import\('([^']+)'\)\)\.(\w+)/g)
  return [...entries].map(([, texts = '', module = '', name = '']) => ({ name, module, texts: words(texts) }))
}

/** Namespaces that a component asks for and that do not come with its page. */
function missing(component: string, texts: readonly string[]): readonly string[] {
  const asked = [...component.matchAll(/useTranslation\(([^)]*)\)/g)].flatMap(([, list = '']) => words(list))
  return asked.filter((namespace) => ![...alwaysThere, ...texts].includes(namespace))
}

const files = ['pages.ts', 'mailboxPage.ts', 'rarePages.ts'].map((file) => read(`src/app/routes/${file}`))
const found = files.flatMap(pagesIn)

describe('the texts of a page', () => {
  it('are read of every page', () => {
    const loads = files.flatMap((text) => [...text.matchAll(/await import\('\.\.\/\.\.\/features/g)])
    expect(found.filter(({ module }) => module.startsWith('../../features'))).toHaveLength(loads.length)
    expect(found.length).toBeGreaterThan(10)
  })

  it.each(found)('$name: come with it', ({ name, module, texts }) => {
    const component = componentText(module, name)
    expect(component).not.toBe('')
    expect(missing(component, texts)).toEqual([])
  })

  it('a namespace that does not come with its page is found', () => {
    expect(missing("const { t } = useTranslation('recovery')", ['mail'])).toEqual(['recovery'])
    expect(missing("const { t } = useTranslation(['mail', 'common'])", ['mail'])).toEqual([])
  })
})
