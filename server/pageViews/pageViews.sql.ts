/** Page views by day and page, in the product's own database. */
import type { Database } from '../sql/openDatabase'
import type { ViewCounter } from './pageViews.store'

declare module '../sql/schema' {
  interface Schema {
    /** `day` in UTC, such as `2026-11-21`. */
    page_views: { day: string; route: string; views: number }
  }
}

export function makeViewCounter(db: Database): ViewCounter {
  return {
    count: async (views) => {
      const counted = new Map<string, { readonly day: string; readonly route: string; readonly views: number }>()
      for (const { route, at } of views) {
        const day = new Date(at).toISOString().slice(0, 10)
        const key = `${day} ${route}`
        counted.set(key, { day, route, views: (counted.get(key)?.views ?? 0) + 1 })
      }
      if (counted.size === 0) return
      // Always in the same order, so that two gateways that count at one moment cannot each hold what the other needs.
      const rows = [...counted].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
      await db
        .insertInto('page_views')
        .values(rows)
        .onConflict((conflict) =>
          conflict
            .columns(['day', 'route'])
            .doUpdateSet((it) => ({ views: it('page_views.views', '+', it.ref('excluded.views')) })),
        )
        .execute()
    },
    since: (day) =>
      db
        .selectFrom('page_views')
        .select(['day', 'route', 'views'])
        .where('day', '>=', day)
        .orderBy('day')
        .orderBy('route')
        .execute(),
  }
}
