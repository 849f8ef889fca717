/** Who counts page views: the house itself, or a service that the operator has named. */
import type { Config } from '../config/readConfig'
import type { HandlerDeps } from '../http/handle'
import { type IsOwnPage, makeIsOwnPage } from '../http/ownPage'
import type { Clock } from '../kit/clock'
import { makeMatomo } from '../pageViews/matomo.http'
import type { PageViews } from '../pageViews/pageViews.store'
import { makePlausible } from '../pageViews/plausible.http'
import { makeViewQueue, type ViewQueue } from '../pageViews/viewQueue'
import { mainDomain } from './mail'

export type Views = { readonly viewQueue: ViewQueue; readonly isOwnPage: IsOwnPage }

export function openViews(config: Config, counter: PageViews, clock: Clock, report: HandlerDeps['report']): Views {
  const tell = (name: string) => report({ path: 'pageViews', name, trace: [] })
  return {
    viewQueue: makeViewQueue({ pageViews: countedBy(config, counter), clock, report: tell }),
    isOwnPage: makeIsOwnPage(config),
  }
}

function countedBy(config: Config, counter: PageViews): PageViews {
  const { pageViews } = config
  switch (pageViews.service) {
    case 'matomo':
      return makeMatomo({ ...pageViews, origin: config.publicUrl ?? `https://${mainDomain(config)}` })
    case 'plausible':
      return makePlausible(pageViews)
    case 'none':
      return { count: async () => undefined }
    case 'counter':
      return counter
  }
}
