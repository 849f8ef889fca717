/** Each route's page, fetched when it is first needed together with the texts that it shows. */
import type { RouteId } from '../../contract/routes'
import type { GuideId } from './guidePages'
import { mailbox, type Page } from './mailboxPage'

const reader: Page = { texts: ['reading'], load: async () => (await import('../../features/reading')).ReadingPage }
const printing: Page = {
  texts: ['print', 'reading'],
  load: async () => (await import('../../features/print')).PrintPage,
}
const composer: Page = { texts: ['compose'], load: async () => (await import('../../features/compose')).ComposePage }
const home: Page = { texts: ['home', 'layout'], load: async () => (await import('../../features/home')).HomePage }
const contacts: Page = {
  texts: ['contacts'],
  load: async () => (await import('../../features/contacts/ContactsPage')).ContactsPage,
}
const section: Page = {
  texts: ['settings'],
  load: async () => (await import('../../features/settings/SettingsPages')).SectionPage,
}
const results: Page = {
  texts: ['mail', 'search'],
  load: async () => (await import('../../features/search')).SearchResultPage,
}
/** A page that shows the app itself. Their table comes with the first of them. */
const guide = (id: GuideId): Page => ({
  texts: [id],
  load: async () => (await import('./guidePages')).guidePages[id](),
})
const product = (id: keyof typeof import('./productPages').productPages): Page => ({
  texts: ['product', 'layout'],
  load: async () => (await import('./productPages')).productPages[id],
})
/** Pages that few visits see: their table, and what each consists of, comes with the first of them. */
const rare = (id: keyof typeof import('./rarePages').rarePages, texts: readonly string[]): Page => ({
  texts,
  load: async () => (await import('./rarePages')).rarePages[id](),
})
const register = rare('register', ['registration', 'layout', 'captcha', 'phone'])
const login: Page = { texts: ['login'], load: async () => (await import('./LoginRoute')).LoginRoute }

/** A list of mail with the reader and the composer below it. */
function withMail<Id extends string>(id: Id, list: Page) {
  const found = { [id]: list, [`${id}Mail`]: reader, [`${id}Write`]: composer }
  // These are the three keys above: the compiler widens what is computed.
  return found as Record<Id | `${Id}Mail` | `${Id}Write`, Page>
}

export const pages: Readonly<Record<Exclude<RouteId, 'fallback'>, Page>> = {
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
  dataRecover: {
    texts: ['recovery'],
    load: async () => (await import('../../features/recovery')).DataRecoverPage,
  },
  ...withMail('searchResult', results),
  search: { texts: ['search'], load: async () => (await import('../../features/search')).SearchPage },
  writeMail: { texts: ['compose'], load: async () => (await import('../../features/compose')).WriteMailPage },
  success: { texts: ['sending'], load: async () => (await import('../../features/sending')).LazySuccessPage },
  printMail: printing,
  icons: guide('icons'),
  maps: guide('maps'),
  notifications: guide('notifications'),
  testPage: guide('testPage'),
  typography: guide('typography'),
  contact: contacts,
  contactPage: contacts,
  records: rare('records', ['files', 'attachments', 'layout']),
  signature: {
    texts: ['signatures', 'cards', 'compose', 'profile', 'regions'],
    load: async () => (await import('../../features/signatures/SignaturePage')).SignaturePage,
  },
  setting: {
    texts: ['settings'],
    load: async () => (await import('../../features/settings/SettingsPages')).SettingsHome,
  },
  settingPc: {
    texts: ['settings'],
    load: async () => (await import('../../features/settings/SettingsPages')).SettingsPage,
  },
  settingInner: section,
  environment: section,
  timeSlot: section,
  remind: section,
  verify: rare('verify', ['verify']),
  resetPassword: rare('resetPassword', ['reset', 'login', 'captcha']),
  sendSuccess: rare('sendSuccess', ['verify']),
  shareMail: rare('shareMail', ['shares']),
  linkAccess: rare('linkAccess', ['shares']),
  linkProhibit: rare('linkProhibit', ['shares']),
  mailUpgrade: rare('mailUpgrade', ['membership', 'layout']),
  renewal: rare('renewal', ['membership', 'layout']),
  payOrder: rare('payOrder', ['membership', 'layout']),
  continuePay: rare('continuePay', ['membership', 'layout']),
  wxPay: rare('wxPay', ['membership', 'layout']),
  mailFacadePay: rare('mailFacadePay', ['membership', 'layout']),
  toPayment: rare('toPayment', ['membership', 'layout']),
  paySuccess: rare('paySuccess', ['membership', 'layout']),
  orderReceipt: rare('orderReceipt', ['membership', 'layout']),
  registerTotal: rare('registerTotal', ['registration', 'membership', 'layout']),
  registerMailFree: register,
  registerEnjoy: register,
  registerHonorable: register,
  registerShine: register,
  homePage: home,
  mainPage: home,
  login,
  loginVip: product('loginVip'),
  pclogin: {
    texts: ['login', 'qrLogin'],
    load: async () => (await import('../../features/session/qr')).PcLoginPage,
  },
  pindex: product('pindex'),
  vipProduction: product('vipProduction'),
  goldMedal: product('goldMedal'),
  particulars: product('particulars'),
  suixinyou: product('suixinyou'),
}

/** The page of a route; null for the fallback. */
export function pageOf(id: RouteId): Page | null {
  const known: Readonly<Partial<Record<RouteId, Page>>> = pages
  return known[id] ?? null
}
