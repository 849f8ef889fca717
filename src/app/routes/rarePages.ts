/** All pages but those of the first screens, a line each; the first one fetches it. */
import type { Page } from './mailboxPage'
import type { RareId } from './pages'

const home: Page = { texts: ['home', 'layout'], load: async () => (await import('../../features/home')).HomePage }
const contacts: Page = {
  texts: ['contacts'],
  load: async () => (await import('../../features/contacts/ContactsPage')).ContactsPage,
}
const section: Page = {
  texts: ['settings'],
  load: async () => (await import('../../features/settings/SettingsPages')).SectionPage,
}
const register: Page = {
  texts: ['registration', 'layout', 'captcha', 'phone'],
  load: async () => (await import('../../features/registration/RegisterPage')).RegisterPage,
}

export const rarePages: Readonly<Record<RareId, Page>> = {
  homePage: home,
  mainPage: home,
  contact: contacts,
  contactPage: contacts,
  records: {
    texts: ['files', 'attachments', 'layout'],
    load: async () => (await import('../../features/files/FilesPage')).FilesPage,
  },
  dataRecover: {
    texts: ['recovery'],
    load: async () => (await import('../../features/recovery/DataRecoverPage')).DataRecoverPage,
  },
  search: { texts: ['search'], load: async () => (await import('../../features/search/SearchPage')).SearchPage },
  success: {
    texts: ['sending'],
    load: async () => (await import('../../features/sending')).LazySuccessPage,
  },
  printMail: {
    texts: ['print', 'reading'],
    load: async () => (await import('../../features/print/PrintPage')).PrintPage,
  },
  icons: { texts: ['icons'], load: async () => (await import('../../features/guide/icons/IconsPage')).IconsPage },
  maps: { texts: ['maps'], load: async () => (await import('../../features/signIns/MapsPage')).MapsPage },
  notifications: {
    texts: ['notifications'],
    load: async () => (await import('../../features/guide/notifications/NotificationsPage')).NotificationsPage,
  },
  testPage: {
    texts: ['testPage'],
    load: async () => (await import('../../features/selfTest/SelfTestPage')).SelfTestPage,
  },
  typography: {
    texts: ['typography'],
    load: async () => (await import('../../features/guide/typography/TypographyPage')).TypographyPage,
  },
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
  pclogin: {
    texts: ['login', 'qrLogin'],
    load: async () => (await import('../../features/session/qr')).PcLoginPage,
  },
  resetPassword: {
    texts: ['reset', 'login', 'captcha', 'phone'],
    load: async () => (await import('../../features/session/reset/ResetPage')).ResetPage,
  },
  registerTotal: {
    texts: ['registration', 'membership', 'layout'],
    load: async () => (await import('../../features/registration/KindsPage')).KindsPage,
  },
  registerMailFree: register,
  registerEnjoy: register,
  registerHonorable: register,
  registerShine: register,
  verify: { texts: ['verify'], load: async () => (await import('../../features/verification/VerifyPage')).VerifyPage },
  sendSuccess: { texts: ['verify'], load: async () => (await import('../../features/verification/SentPage')).SentPage },
  shareMail: {
    texts: ['shares'],
    load: async () => (await import('../../features/shares/ShareMailPage')).ShareMailPage,
  },
  linkAccess: {
    texts: ['shares'],
    load: async () => (await import('../../features/shares/guest/LinkAccessPage')).LinkAccessPage,
  },
  linkProhibit: {
    texts: ['shares'],
    load: async () => (await import('../../features/shares/guest/GuestFrame')).LinkProhibitPage,
  },
  mailUpgrade: {
    texts: ['membership', 'layout'],
    load: async () => (await import('../../features/membership')).UpgradePage,
  },
  renewal: {
    texts: ['membership', 'layout'],
    load: async () => (await import('../../features/membership')).RenewalPage,
  },
  payOrder: {
    texts: ['membership', 'layout'],
    load: async () => (await import('../../features/membership')).OrderPage,
  },
  continuePay: {
    texts: ['membership', 'layout'],
    load: async () => (await import('../../features/membership')).OrdersPage,
  },
  wxPay: { texts: ['membership', 'layout'], load: async () => (await import('../../features/membership')).WxPayPage },
  mailFacadePay: {
    texts: ['membership', 'layout'],
    load: async () => (await import('../../features/membership')).FacadePayPage,
  },
  toPayment: {
    texts: ['membership', 'layout'],
    load: async () => (await import('../../features/membership')).ToPaymentPage,
  },
  paySuccess: {
    texts: ['membership', 'layout'],
    load: async () => (await import('../../features/membership')).PaySuccessPage,
  },
  orderReceipt: {
    texts: ['membership', 'layout'],
    load: async () => (await import('../../features/membership')).ReceiptPage,
  },
}
