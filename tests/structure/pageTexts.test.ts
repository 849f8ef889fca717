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

/** A file of a folder, or what its index hands on: the one that declares the name. */
function declaring(module: string, name: string): readonly [string, string] | undefined {
  const declares = new RegExp(`export (?:async )?(?:function|const) ${name}\\b`)
  const near = [...sources].filter(([at]) => at.startsWith(`${module}.`) || at.startsWith(`${module}/`))
  return near.find(([, text]) => declares.test(text))
}

/** The component that a module of the routes names, with all files of its feature that it draws at once. */
function componentText(module: string, name: string): string {
  const path = join('src/app/routes', module)
  const first = declaring(path, name) ?? declaring(dirname(`${path}/x`), name) ?? declaring(dirname(path), name)
  const seen = new Map<string, string>()
  const walk = ([at, text]: readonly [string, string]) => {
    if (seen.has(at)) return
    seen.set(at, text)
    for (const [, near = ''] of text.matchAll(/^import \{[^}]*\} from '(\.[^']*)'/gm)) {
      const file = join(dirname(at), near)
      const found = [`${file}.tsx`, `${file}/index.ts`].find((it) => sources.has(it))
      if (found?.startsWith('src/features/')) walk([found, sources.get(found) ?? ''])
    }
  }
  if (first !== undefined) walk(first)
  return [...seen.values()].join('\n')
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
