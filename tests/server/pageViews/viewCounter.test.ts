import { describe, expect, it } from 'vitest'
import { makeViewCounter } from '#server/pageViews/pageViews.sql'
import { makeEmbeddedPlace } from '../../support/stores/embeddedSetup'
import { noon, pageViewsConform, viewOf } from '../conformance/pageViews'

pageViewsConform('a counter of our own', async () => {
  const place = await makeEmbeddedPlace()
  const counter = makeViewCounter(place.db())
  return {
    pageViews: counter,
    counted: async () => Object.fromEntries((await counter.since('0000')).map(({ route, views }) => [route, views])),
    away: () => place.db().schema.dropTable('page_views').execute(),
    close: place.close,
  }
})

describe('the counter', () => {
  it('S35: keeps days, pages and numbers, and has no room for anything else', async () => {
    const place = await makeEmbeddedPlace()
    const counter = makeViewCounter(place.db())
    const midnight = Date.UTC(2026, 10, 22)
    await counter.count([viewOf('login', midnight - 1), viewOf('login', midnight), viewOf('receive', midnight)])
    await counter.count([viewOf('login', noon)])
    expect(await place.db().selectFrom('page_views').selectAll().orderBy('day').orderBy('route').execute()).toEqual([
      { day: '2026-11-21', route: 'login', views: 2 },
      { day: '2026-11-22', route: 'login', views: 1 },
      { day: '2026-11-22', route: 'receive', views: 1 },
    ])
    expect(await makeViewCounter(await place.reopen()).since('2026-11-22')).toEqual([
      { day: '2026-11-22', route: 'login', views: 1 },
      { day: '2026-11-22', route: 'receive', views: 1 },
    ])
    await place.close()
  })
})
