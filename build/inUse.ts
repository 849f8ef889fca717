/** Runs in the build, not in the page: reads from the app's own sources what they use, so that the pages which show it keep no list of their own. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

/** Paths of the app's own sources below `src`, with their text. */
const sources = (ending: string) =>
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(`src/${path}`, 'utf8') }))

/** Each icon that some module imports, with what it is drawn of and the parts of the app that show it. */
function iconsInUse() {
  const places = new Map<string, Set<string>>()
  for (const { path, text } of sources('.tsx'))
    for (const [, name = ''] of text.matchAll(/from '@ant-design\/icons\/es\/icons\/(\w+)'/g)) {
      const place = /^(?:features|app)\/(\w+)/.exec(path)?.[1] ?? path.split('/')[0] ?? ''
      places.set(name, (places.get(name) ?? new Set()).add(place))
    }
  const drawn = createRequire(createRequire(import.meta.url).resolve('@ant-design/icons/package.json'))
  return [...places]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, where]) => ({
      name,
      places: [...where].toSorted(),
      icon: drawn(`@ant-design/icons-svg/lib/asn/${name}`).default,
    }))
}

/** Each size, weight, radius and distance that some style sheet asks for, and how often. */
function stylesInUse() {
  const asked = {
    sizes: /^font(?:-size)?$/,
    weights: /^font-weight$/,
    radii: /radius$/,
    spaces: /^(?:padding|margin|(?:\w+-)?gap)/,
  }
  const counted = Object.entries(asked).map(([kind, property]) => {
    const counts = new Map<string, number>()
    for (const { text } of sources('.css'))
      for (const [, name = '', value = ''] of text.matchAll(/(?<=^|[\s;{])([a-z-]+):\s*([^;{}]+);/g))
        if (property.test(name))
          for (const [one] of value
            .replace(/\/.*|\([^)]*\)/g, '')
            .matchAll(/(?<![\w.-])\d+(?:\.\d+)?(?:px|em|%)?(?![\w%])/g))
            if (Number.parseFloat(one) > 0) counts.set(one, (counts.get(one) ?? 0) + 1)
    return [kind, [...counts].toSorted(([one], [other]) => Number.parseFloat(one) - Number.parseFloat(other))]
  })
  return Object.fromEntries(counted)
}

/** Answers the modules that `virtual.d.ts` names. */
export function inUse(): Plugin {
  const found: Readonly<Record<string, () => unknown>> = {
    'virtual:icons-in-use': iconsInUse,
    'virtual:styles-in-use': stylesInUse,
  }
  return {
    name: 'in-use',
    resolveId: (id) => (id in found ? `\0${id}` : null),
    load: (id) => {
      const find = found[id.slice(1)]
      return find === undefined ? null : `export default ${JSON.stringify(find())}`
    },
  }
}

/** What `src/contract/builtFrom.ts` is told: the same for app and gateway that are built of the same sources. */
export function buildDefines() {
  const contract = createHash('sha256')
  for (const { path, text } of sources('.ts')) if (/^contract[\\/]/.test(path)) contract.update(text)
  const { version }: { readonly version: string } = JSON.parse(readFileSync('package.json', 'utf8'))
  return {
    __EP_VERSION__: JSON.stringify(version),
    __EP_CONTRACT__: JSON.stringify(contract.digest('hex').slice(0, 8)),
  }
}
