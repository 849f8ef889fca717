/** Who counts page views: the house itself, or a service that the operator has named. */
import { makeMatomo } from './adapters/pageViews/matomo'
import { makePlausible } from './adapters/pageViews/plausible'
import type { Config } from './config'
import { mainDomain } from './houseMail'
import type { HandlerParts } from './http/handle'
import { type IsOwnPage, makeIsOwnPage } from './http/ownPage'
import type { Clock } from './ports/clock'
import type { PageViews } from './ports/pageViews'
import { makeViewQueue, type ViewQueue } from './services/views/viewQueue'

export type Views = { readonly viewQueue: ViewQueue; readonly isOwnPage: IsOwnPage }

export function openViews(config: Config, counter: PageViews, clock: Clock, report: HandlerParts['report']): Views {
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
