import { describe, expect, it } from 'vitest'
import { exceptions, layerBreachesOf, layerOf, uses } from './gatewayLayers'
import { importsOf, sourcesOf } from './sources'

const gateway = sourcesOf('server')
const planted = (path: string, text: string) => layerBreachesOf(new Map([[path, text]]))

describe('the layers of the gateway', () => {
  it('hold no import that the table forbids', () => {
    expect(layerBreachesOf(gateway).filter((breach) => !(breach in exceptions))).toEqual([])
  })

  it('have no exception and no pair of domains that nothing needs any more', () => {
    const breaches = layerBreachesOf(gateway)
    expect(Object.keys(exceptions).filter((breach) => !breaches.includes(breach))).toEqual([])
    const pairs = Object.entries(uses).flatMap(([own, others]) => others.map((other) => `${own} ${other}`))
    const used = new Set<string>()
    for (const [path, text] of gateway) {
      const from = path.replace(/\.ts$/, '')
      if (layerOf(from) !== 'use case') continue
      for (const target of importsOf(path, text))
        if (layerOf(target) === 'use case') used.add(`${from.split('/')[1]} ${target.split('/')[1]}`)
    }
    expect(pairs.filter((pair) => !used.has(pair))).toEqual([])
  })
})

describe('a planted breach of the layers', () => {
  it.each([
    ['server/kit/x.ts', "import { y } from '../core/mail'"],
    ['server/core/x.ts', "import type { Y } from '../mail/mail.store'"],
    ['server/core/x.ts', "import { y } from '../kit/charset'"],
    ['server/rules/x.store.ts', "import { y } from './judge'"],
    ['server/rules/x.tables.ts', "import { y } from '../sql/openDatabase'"],
    ['server/rules/x.ts', "import { y } from './rules.sql'"],
    ['server/rules/x.ts', "import { y } from './sieve/client'"],
    ['server/rules/x.ts', "import { y } from '../http/binding'"],
    ['server/rules/x.ts', "import { y } from '#server/sql/openDatabase'"],
    ['server/rules/x.ts', "export { y } from '../mime'"],
    ['server/rules/x.ts', "import { y } from './routes'"],
    ['server/rules/x.ts', "const y = await import('../composition/root')"],
    ['server/rules/x.ts', "import { y } from '../phone/bindPhone'"],
    ['server/rules/x.ts', "import type { Y } from '#src/store/y'"],
    ['server/rules/routes.ts', "import { y } from '../phone/bindPhone'"],
    ['server/rules/routes.ts', "import { y } from './rules.store'"],
    ['server/rules/more.routes.ts', "import { y } from './rules.sql'"],
    ['server/rules/x.sql.ts', "import { y } from './judge'"],
    ['server/rules/x.sql.ts', "import { y } from '../contacts/contacts.sql'"],
    ['server/mail/imap/list/x.ts', "import { y } from '../../sqlite/mailRows'"],
    ['server/mail/sqlite/x.ts', "import { y } from '../imap/pool'"],
    ['server/mail/imap/x.ts', "import { y } from '../../http/binding'"],
    ['server/sql/x.ts', "import { y } from '../mail/sqlite/mailRows'"],
    ['server/mime/x.ts', "import { y } from '../sql/openDatabase'"],
    ['server/http/x.ts', "import { y } from '../rules/addRule'"],
    ['server/config/x.ts', "import { y } from '../composition/root'"],
  ])('%s: %s', (path, text) => {
    expect(planted(path, text)).toHaveLength(1)
  })

  it.each([
    ['server/rules/x.ts', "import { y } from './arrival/judge'"],
    ['server/rules/x.ts', "import type { Y } from '../contacts/contacts.store'"],
    ['server/rules/routes.ts', "import { y } from '../http/binding'\nimport { z } from './addRule'"],
    ['server/rules/x.sql.ts', "import { y } from '../sql/openDatabase'\nimport type { Z } from './rules.store'"],
    ['server/composition/x.ts', "import { y } from '../rules/rules.sql'\nimport { z } from '../rules/routes'"],
  ])('is none where the table allows it: %s: %s', (path, text) => {
    expect(planted(path, text)).toEqual([])
  })
})
