import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type RouteId, routeIds, routeTable } from '#contract/routes'
import type { PageView, PageViews } from '#server/pageViews/pageViews.store'

export type CountedSubject = {
  readonly pageViews: PageViews
  /** Views by page, as whoever counts them has them. */
  readonly counted: () => Promise<Readonly<Record<string, number>>>
  /** Whoever counts them is gone. */
  readonly away: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Noon in UTC, so that a minute more or less is the same day. */
export const noon = Date.UTC(2026, 10, 21, 12)

export function viewOf(route: RouteId, at = noon): PageView {
  return { route, title: routeTable[route].title, at }
}

export function pageViewsConform(name: string, make: () => Promise<CountedSubject>): void {
  describe(`page views: ${name}`, () => {
    let subject: CountedSubject
    beforeEach(async () => {
      subject = await make()
    })
    afterEach(() => subject.close())

    it('counts every view of a page, over several reports', async () => {
      await subject.pageViews.count([viewOf('receive'), viewOf('receiveMail'), viewOf('receive')])
      await subject.pageViews.count([viewOf('receive'), viewOf('login')])
      expect(await subject.counted()).toEqual({ receive: 3, receiveMail: 1, login: 1 })
    })

    it('counts nothing where nothing was looked at', async () => {
      await subject.pageViews.count([])
      expect(await subject.counted()).toEqual({})
    })

    it('counts reports that come at the same moment, whatever their order', async () => {
      const [one, other] = [routeIds.slice(0, 5), routeIds.slice(0, 5).toReversed()]
      const reports = Array.from({ length: 6 }, (_, at) => (at % 2 === 0 ? one : other).map((it) => viewOf(it)))
      await Promise.all(reports.map((views) => subject.pageViews.count(views)))
      expect(await subject.counted()).toEqual(Object.fromEntries(one.map((route) => [route, 6])))
    })

    it('takes every page that there is', async () => {
      await subject.pageViews.count(routeIds.map((route) => viewOf(route)))
      expect(await subject.counted()).toEqual(Object.fromEntries(routeIds.map((route) => [route, 1])))
    })

    it('says when they could not be handed over', async () => {
      await subject.away()
      await expect(subject.pageViews.count([viewOf('receive')])).rejects.toThrow()
    })
  })
}
