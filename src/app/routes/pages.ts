/** The pages of the first screens, each fetched when it is first needed together with its texts. */
import type { RouteId } from '../../contract/routes'
import { mailbox, type Page } from './mailboxPage'

const reader: Page = { texts: ['reading'], load: async () => (await import('../../features/reading')).ReadingPage }
const composer: Page = {
  texts: ['compose', 'sending'],
  load: async () => (await import('../../features/compose')).ComposePage,
}
const results: Page = {
  texts: ['mail', 'search'],
  load: async () => (await import('../../features/search')).SearchResultPage,
}
const product = (id: keyof typeof import('./productPages').productPages): Page => ({
  texts: ['product', 'layout'],
  load: async () => (await import('./productPages')).productPages[id],
})

/** A list of mail with the reader and the composer below it. */
function withMail<Id extends string>(id: Id, list: Page) {
  const found = { [id]: list, [`${id}Mail`]: reader, [`${id}Write`]: composer }
  // These are the three keys above: the compiler widens what is computed.
  return found as Record<Id | `${Id}Mail` | `${Id}Write`, Page>
}

/** Pages of the first screens alone: the sign-in loads this table. */
export const firstPages = {
  ...withMail('receive', mailbox),
  ...withMail('sent', mailbox),
  ...withMail('flag', mailbox),
  ...withMail('delete', mailbox),
  ...withMail('rubbish', mailbox),
  ...withMail('draft', mailbox),
  ...withMail('folder', mailbox),
  recoverReceive: mailbox,
  recoverReceiveMail: reader,
  recoverSent: mailbox,
  recoverSentMail: reader,
  ...withMail('searchResult', results),
  writeMail: {
    texts: ['compose', 'sending'],
    load: async () => (await import('../../features/compose')).WriteMailPage,
  },
  login: { texts: ['login'], load: async () => (await import('./LoginRoute')).LoginRoute },
  loginVip: product('loginVip'),
  pindex: product('pindex'),
  vipProduction: product('vipProduction'),
  goldMedal: product('goldMedal'),
  particulars: product('particulars'),
  suixinyou: product('suixinyou'),
} satisfies { readonly [Id in RouteId]?: Page }

export type FirstId = keyof typeof firstPages
/** Every other route has its page in `rarePages.ts`. */
export type RareId = Exclude<RouteId, FirstId | 'fallback'>
