import { expect, it } from 'vitest'
import { pages } from '#src/app/routes/pages'
import { pagesToCome } from '#src/app/routes/pagesToCome'
import { routeIds } from '#src/store/routes/routeTable'

it('every route has a page, or stands in the list of pages to come, never both', () => {
  const built = Object.keys(pages)
  expect([...built, ...pagesToCome, 'fallback'].sort()).toEqual([...routeIds].sort())
})
