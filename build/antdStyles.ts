/** Static style sheets of the antd components that the app imports (docs/decisions/0038). */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import { parse } from 'postcss'
import type { ComponentType, ReactNode } from 'react'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)
const antdRoot = dirname(require.resolve('antd/package.json'))
const esRoot = `${antdRoot}/es`

/** A component is part of many others: what is known of it is found once. */
function memoized<Found>(find: (name: string) => Found): (name: string) => Found {
  const known = new Map<string, Found>()
  return (name) => {
    const found = known.get(name) ?? find(name)
    known.set(name, found)
    return found
  }
}

const importsOf = memoized((file): readonly string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import) ['"](\.[^'"]+)['"]/g)].flatMap(([, path = '']) => {
    const target = resolve(dirname(file), path)
    return [target, `${target}.js`, `${target}/index.js`].find((one) => one.endsWith('.js') && existsSync(one)) ?? []
  }),
)

/** Folders whose styles a component draws with, its own among them. */
const foldersOf = memoized((name): readonly string[] => {
  const files = new Set([`${esRoot}/${name}/index.js`])
  for (const file of files) for (const target of importsOf(file)) if (target.startsWith(esRoot)) files.add(target)
  const styles = [...files].flatMap((file) => /\/es\/([\w-]+)\/style\/\w+\.js$/.exec(file)?.[1] ?? [])
  return [...new Set(styles)].toSorted()
})

/** Without antd's rules for every link of the page, its own or not. */
function withoutLinks(sheet: string): string {
  const root = parse(sheet)
  root.walkRules((rule) => {
    if (rule.selectors.every((selector) => /^a(?![\w.-])/.test(selector))) rule.remove()
  })
  return root.toString()
}

type Antd = typeof import('antd')

/** A piece of each folder with all its parts; layers are drawn as the panels that antd keeps for this. */
function pieces(antd: Antd, h: typeof import('react').createElement): Readonly<Record<string, readonly ReactNode[]>> {
  const panel = (of: { readonly _InternalPanelDoNotUseOrYouWillBeFired: ComponentType }) =>
    h(of._InternalPanelDoNotUseOrYouWillBeFired)
  const { Space } = antd
  return {
    'config-provider': [],
    layout: [],
    alert: [h(antd.Alert)],
    badge: [h(antd.Badge)],
    button: [h(antd.Button)],
    card: [h(antd.Card)],
    checkbox: [h(antd.Checkbox)],
    collapse: [h(antd.Collapse)],
    'date-picker': [h(antd.DatePicker), h(antd.DatePicker.RangePicker)],
    descriptions: [h(antd.Descriptions)],
    divider: [h(antd.Divider)],
    drawer: [panel(antd.Drawer)],
    dropdown: [h(antd.Dropdown, { menu: { items: [] } }, h('i'))],
    empty: [h(antd.Empty)],
    flex: [h(antd.Flex, null, 'x')],
    form: [h(antd.Form), h(antd.Form.Item)],
    grid: [h(antd.Row), h(antd.Col)],
    input: [h(antd.Input), h(antd.Input.Password), h(antd.Input.Search), h(antd.Input.TextArea)],
    'input-number': [h(antd.InputNumber)],
    menu: [h(antd.Menu, { items: [] })],
    modal: [panel(antd.Modal), h(antd.Modal._InternalPanelDoNotUseOrYouWillBeFired, { type: 'confirm' })],
    pagination: [h(antd.Pagination)],
    popconfirm: [h(antd.Popconfirm._InternalPanelDoNotUseOrYouWillBeFired, { title: '' })],
    popover: [panel(antd.Popover)],
    progress: [h(antd.Progress)],
    radio: [h(antd.Radio), h(antd.Radio.Button)],
    result: [h(antd.Result)],
    segmented: [h(antd.Segmented, { options: [] })],
    select: [h(antd.Select)],
    skeleton: [h(antd.Skeleton)],
    space: [h(Space, null, 'x'), h(Space.Compact, null, h('i')), h(Space.Addon, null, 'x')],
    spin: [h(antd.Spin)],
    statistic: [h(antd.Statistic)],
    steps: [h(antd.Steps)],
    switch: [h(antd.Switch)],
    table: [h(antd.Table)],
    tabs: [h(antd.Tabs)],
    tag: [h(antd.Tag, { color: 'success' }), h(antd.Tag, { color: 'blue' })],
    tooltip: [panel(antd.Tooltip)],
    tree: [h(antd.Tree, { treeData: [] })],
    typography: [h(antd.Typography.Text)],
    upload: [h(antd.Upload)],
  }
}

/** Answers the style sheet of a folder; colours and sizes in it stay variables. */
function makeSheets(): (folder: string) => string {
  const antd: Antd = require('antd')
  const { createElement: h }: typeof import('react') = require('react')
  const { renderToString }: typeof import('react-dom/server') = require('react-dom/server')
  // antd's own copy: another one would not be told of its styles.
  const cssinjs = require.resolve('@ant-design/cssinjs', { paths: [antdRoot] })
  const { createCache, extractStyle, StyleProvider }: typeof import('@ant-design/cssinjs') = require(cssinjs)
  const known = pieces(antd, h)
  const shared = 'config-provider'
  const drawn = (folder: string) => {
    const found = folder === shared ? [h(antd.Flex, null, 'x')] : known[folder]
    if (found === undefined) throw new Error(`build/antdStyles.ts has no piece of antd's ${folder}`)
    const cache = createCache()
    const themed = h(antd.ConfigProvider, { theme: { hashed: false } }, h('div', null, ...found))
    renderToString(h(StyleProvider, { cache }, themed))
    return cache
  }
  const keysOf = memoized((folder) => [...drawn(folder).cache.keys()])
  return (folder) => {
    const cache = drawn(folder)
    const parts = foldersOf(folder).filter((part) => part !== folder)
    const others = new Set(parts.flatMap(keysOf))
    for (const key of [...cache.cache.keys()]) if (others.has(key)) cache.cache.delete(key)
    return withoutLinks(extractStyle(cache, { plain: true, types: ['style'] }))
  }
}

const virtual = 'virtual:antd-styles/'
/** As a path, which Vite takes for a style sheet. */
const resolved = '/virtual/antd-styles/'

/** Lets each module that imports a component of antd import its styles too. */
export function antdStyles(): Plugin {
  let sheetOf: ((folder: string) => string) | undefined
  return {
    name: 'antd-styles',
    enforce: 'pre',
    resolveId: (source) => (source.startsWith(virtual) ? source.replace(virtual, resolved) : null),
    load: (source) => {
      if (!source.startsWith(resolved)) return null
      sheetOf ??= makeSheets()
      return sheetOf(source.slice(resolved.length, -'.css'.length))
    },
    transform: (code, source) => {
      // A test draws nothing.
      if (process.env.VITEST || !/\/src\/.*\.tsx$/.test(source) || !code.includes("'antd/es/")) return null
      const names = [...code.matchAll(/from 'antd\/es\/([\w-]+)'/g)].flatMap(([, name]) => name ?? [])
      const folders = new Set(names.filter((name) => name !== 'theme').flatMap(foldersOf))
      return [...folders].map((folder) => `import '${virtual}${folder}.css';`).join('') + code
    },
  }
}
