/** The route table against what the specification promises, the pages and their titles. */
import { expect, it } from 'vitest'
import { firstPages } from '../../src/app/routes/pages'
import { rarePages } from '../../src/app/routes/rarePages'
import { type RouteSpec, routeTable } from '../../src/contract/routes'
import { read } from './sources'
import { promisedLoginRequired, promisedPages, promisedWithoutPhoneOffer } from './specification'

type Titles = Readonly<Record<string, string>>

type Product = {
  readonly routes: Readonly<Record<string, RouteSpec>>
  /** Ids of the routes that have one. */
  readonly pages: readonly string[]
  readonly titles: { readonly 'zh-CN': Titles; readonly 'en-US': Titles }
}

const titlesIn = (language: string): Titles => JSON.parse(read(`locales/${language}/titles.json`))

const product: Product = {
  routes: routeTable,
  pages: [...Object.keys(firstPages), ...Object.keys(rarePages), 'fallback'],
  titles: { 'zh-CN': titlesIn('zh-CN'), 'en-US': titlesIn('en-US') },
}

const table = 'src/contract/routes.ts'
const languages = ['zh-CN', 'en-US'] as const
const keyOf = ({ title }: RouteSpec) => title.replace('titles:', '')

/** What is promised and not kept, a line each. */
function promiseFaults({ routes, titles }: Product): readonly string[] {
  const specs = Object.values(routes)
  const of = (path: string) => specs.find((spec) => spec.path === path)
  const wrongTitles = ([path, ...promised]: (typeof promisedPages)[number]) =>
    languages.flatMap((language, at) => {
      const spec = of(path)
      const title = spec && titles[language][keyOf(spec)]
      if (title === undefined || title === promised[at]) return []
      return [`SPEC §1: ${path} is titled ${title} in ${language}, and ${promised[at]} is promised`]
    })
  return [
    ...promisedPages
      .filter(([path]) => of(path) === undefined)
      .map(([path]) => `SPEC §2 promises ${path}: no route in ${table} has that path`),
    ...promisedPages.flatMap(wrongTitles),
    ...promisedLoginRequired
      .filter((path) => of(path)?.loginRequired === false)
      .map((path) => `SPEC §2 asks for a sign-in at ${path}: its route in ${table} does not`),
    ...promisedWithoutPhoneOffer
      .filter((path) => of(path)?.bindPhoneOff !== true)
      .map((path) => `SPEC §4 offers no phone at ${path}: its route in ${table} lacks bindPhoneOff`),
    ...specs
      .filter(({ path, bindPhoneOff }) => bindPhoneOff && !promisedWithoutPhoneOffer.includes(path))
      .map(({ path }) => `SPEC §4 offers a phone at ${path}: its route in ${table} has bindPhoneOff`),
  ]
}

/** Routes without a page, a title or an own address, and pages without a route: a line each. */
function tableFaults({ routes, pages, titles }: Product): readonly string[] {
  const named = Object.entries(routes).map(([id, spec]) => ({ id, spec, name: `route ${id} (${spec.path})` }))
  const untitled = languages.flatMap((language) =>
    named
      .filter(({ spec }) => !titles[language][keyOf(spec)])
      .map(({ spec, name }) => `${name} has no title: put ${keyOf(spec)} into locales/${language}/titles.json`),
  )
  // `/Contact` and `/contact` are one address.
  const addressOf = ({ path }: RouteSpec) => path.toLowerCase()
  return [
    ...named
      .filter(({ id }) => !pages.includes(id))
      .map(({ name }) => `${name} has no page: give it a line in src/app/routes/rarePages.ts`),
    ...pages.filter((id) => !(id in routes)).map((id) => `page ${id} belongs to no route of ${table}`),
    ...untitled,
    ...named.flatMap(({ spec, name }, at) => {
      const first = named.findIndex((other) => addressOf(other.spec) === addressOf(spec))
      return first === at ? [] : [`${name} has the address of ${named[first]?.name}`]
    }),
  ]
}

it('the route table keeps what is promised: each address with its title, sign-ins, and where no phone is offered', () => {
  expect(promiseFaults(product)).toEqual([])
})

it('every route has a page, a title in both languages and an address of its own', () => {
  expect(tableFaults(product)).toEqual([])
})

it('a promised address that is missing, and a flag or title that is not the promised one, are found', () => {
  const { vipProduction, receive, toPayment, verify, sent, ...others } = routeTable
  const { bindPhoneOff: _off, ...offered } = toPayment
  const planted = {
    vipProduction: { ...vipProduction, path: '/vipProduction' },
    receive: { ...receive, loginRequired: false },
    toPayment: offered,
    verify: { ...verify, bindPhoneOff: true },
    sent: { ...sent, title: 'titles:draft' },
  } as const
  expect(promiseFaults({ ...product, routes: { ...others, ...planted } })).toEqual([
    'SPEC §2 promises /vipProducttion: no route in src/contract/routes.ts has that path',
    'SPEC §1: /sent is titled 草稿箱 in zh-CN, and 已发送 is promised',
    'SPEC §1: /sent is titled Drafts in en-US, and Sent is promised',
    'SPEC §2 asks for a sign-in at /receive: its route in src/contract/routes.ts does not',
    'SPEC §4 offers no phone at /toPayment: its route in src/contract/routes.ts lacks bindPhoneOff',
    'SPEC §4 offers a phone at /verify: its route in src/contract/routes.ts has bindPhoneOff',
  ])
})

it('a route without a page, without a title or with the address of another, and a page without a route, are found', () => {
  const planted = { ...routeTable.verify, path: '/planted', title: 'titles:planted' }
  const again = { ...routeTable.contact, path: '/contact' }
  const { verify: _verify, ...english } = product.titles['en-US']
  const faults = tableFaults({
    routes: { ...routeTable, planted, again },
    pages: [...product.pages, 'again', 'stray'],
    titles: { ...product.titles, 'en-US': english },
  })
  expect(faults).toEqual([
    'route planted (/planted) has no page: give it a line in src/app/routes/rarePages.ts',
    'page stray belongs to no route of src/contract/routes.ts',
    'route planted (/planted) has no title: put planted into locales/zh-CN/titles.json',
    'route verify (/verify) has no title: put verify into locales/en-US/titles.json',
    'route planted (/planted) has no title: put planted into locales/en-US/titles.json',
    'route again (/contact) has the address of route contact (/Contact)',
  ])
})
