/** Part of the build: lays beside the app what a PDF's fonts name and do not hold. */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const home = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const { version }: { readonly version: string } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))

/** Their addresses hold the version, so they never change; the same is in `PdfPreview.tsx`. */
const files: ReadonlyMap<string, string> = new Map(
  ['cmaps', 'standard_fonts'].flatMap((folder) =>
    readdirSync(join(home, folder)).map((name) => [`pdfjs-${version}/${folder}/${name}`, join(home, folder, name)]),
  ),
)

export function pdfFiles(): Plugin {
  return {
    name: 'ep-pdf-files',
    generateBundle() {
      for (const [fileName, path] of files) this.emitFile({ type: 'asset', fileName, source: readFileSync(path) })
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const path = files.get((request.url ?? '').slice(1))
        if (path === undefined) next()
        else response.setHeader('content-type', 'application/octet-stream').end(readFileSync(path))
      })
    },
  }
}
