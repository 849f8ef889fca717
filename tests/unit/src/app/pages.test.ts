import { expect, it } from 'vitest'
import { routeIds } from '#contract/routes'
import { firstPages } from '#src/app/routes/pages'
import { rarePages } from '#src/app/routes/rarePages'

it('every route has a page', () => {
  const ids = [...Object.keys(firstPages), ...Object.keys(rarePages), 'fallback']
  expect(ids.toSorted()).toEqual(routeIds.toSorted())
})
