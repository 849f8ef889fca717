import { expect, it } from 'vitest'
import { routeIds, routeTable } from '#contract/routes'
import { pages } from '#src/app/routes/pages'

it('every route has a page, or says that its page is to come, never both', () => {
  const toCome = routeIds.filter((id) => routeTable[id].isToCome)
  expect([...Object.keys(pages), ...toCome, 'fallback'].toSorted()).toEqual(routeIds.toSorted())
})
