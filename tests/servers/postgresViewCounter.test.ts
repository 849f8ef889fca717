import { makeViewCounter } from '../../server/pageViews/pageViews.sql'
import { pageViewsConform } from '../server/conformance/pageViews'
import { makePostgresPlace } from './postgresPlace'

pageViewsConform('a counter of our own in PostgreSQL', async () => {
  const place = await makePostgresPlace()
  const db = place.db()
  const counter = makeViewCounter(db)
  const reading = makeViewCounter(place.another(1))
  return {
    pageViews: counter,
    counted: async () => Object.fromEntries((await reading.since('0000')).map(({ route, views }) => [route, views])),
    away: () => db.schema.dropTable('page_views').execute(),
    close: place.close,
  }
})
