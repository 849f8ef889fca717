/** Part of the build: writes into the page which files `public/ahead.js` fetches before the app's own code asks for them. */
import type { Plugin, Rolldown } from 'vite'

/** What the app waits for before its first page, and then before the inbox: a test holds them to the build's own manifest. */
const pages = {
  login: { texts: ['common', 'errors', 'login', 'titles'], modules: ['src/app/routes/LoginRoute.tsx'] },
  inbox: {
    texts: ['layout', 'search', 'folders', 'look', 'mail'],
    // What this device kept of a list is looked at before the gateway is asked.
    modules: ['src/app/layout/RootLayout.tsx', 'src/features/mailbox/index.ts', 'src/lib/storage/browserMailCache.ts'],
  },
} as const
const languages = ['zh-CN', 'en-US']

export function prefetchBuild(): Plugin {
  return {
    name: 'ep-ahead',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        const files = JSON.stringify(filesOf(Object.values(bundle ?? {})))
        return (
          html
            .replace('src="/ahead.js"', `src="/ahead.js" data-files='${files}'`)
            // Behind what the first paint waits for.
            .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
        )
      },
    },
  }
}

type Output = Rolldown.OutputChunk | Rolldown.OutputAsset

function filesOf(outputs: readonly Output[]): object {
  const chunks = outputs.filter((one) => one.type === 'chunk')
  const chunkOf = (path: string) => {
    const isIt = (id: string | null) => id?.endsWith(`/${path}`) === true
    // What stands in one file with its importer has none of its own.
    const found = chunks.find((one) => isIt(one.facadeModuleId)) ?? chunks.find((one) => one.moduleIds.some(isIt))
    if (found === undefined) throw new Error(`the build made nothing of ${path}`)
    return found
  }
  const entry = chunks.find(({ isEntry }) => isEntry)
  const withImports = (chunk: Rolldown.OutputChunk): readonly Rolldown.OutputChunk[] => [
    chunk,
    ...chunk.imports.flatMap((name) => chunks.filter(({ fileName }) => fileName === name)).flatMap(withImports),
  ]
  const early = new Set(entry === undefined ? [] : withImports(entry))
  const codeOf = (modules: readonly string[]) => {
    const wanted = modules.flatMap((path) => withImports(chunkOf(path))).filter((chunk) => !early.has(chunk))
    const styles = wanted.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
    return addresses([...wanted.map(({ fileName }) => fileName), ...styles])
  }
  const textsOf = (language: string, texts: readonly string[]) =>
    addresses(texts.map((name) => chunkOf(`locales/${language}/${name}.json`).fileName))
  return {
    login: codeOf(pages.login.modules),
    inbox: codeOf(pages.inbox.modules),
    ...Object.fromEntries(
      languages.map((language) => [
        language,
        { login: textsOf(language, pages.login.texts), inbox: textsOf(language, pages.inbox.texts) },
      ]),
    ),
  }
}

const addresses = (names: readonly string[]) => [...new Set(names)].map((name) => `/${name}`)
