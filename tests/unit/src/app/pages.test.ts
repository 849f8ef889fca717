import { expect, it } from 'vitest'
import { routeIds } from '#contract/routes'
import { pages } from '#src/app/routes/pages'

it('every route has a page', () => {
  expect([...Object.keys(pages), 'fallback'].toSorted()).toEqual(routeIds.toSorted())
})
