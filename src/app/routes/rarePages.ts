/** Pages that few visits see, each fetched on its own, apart from those that the sign-in names. */
import type { ComponentType } from 'react'

export const rarePages = {
  registerTotal: async () => (await import('../../features/registration/KindsPage')).KindsPage,
  register: async () => (await import('../../features/registration/RegisterPage')).RegisterPage,
  resetPassword: async () => (await import('../../features/session/reset/ResetPage')).ResetPage,
  sendSuccess: async () => (await import('../../features/verification/SentPage')).SentPage,
  verify: async () => (await import('../../features/verification/VerifyPage')).VerifyPage,
  records: async () => (await import('../../features/files/FilesPage')).FilesPage,
  shareMail: async () => (await import('../../features/shares/ShareMailPage')).ShareMailPage,
  linkAccess: async () => (await import('../../features/shares/guest/LinkAccessPage')).LinkAccessPage,
  linkProhibit: async () => (await import('../../features/shares/guest/GuestFrame')).LinkProhibitPage,
  mailUpgrade: async () => (await import('../../features/membership')).UpgradePage,
  renewal: async () => (await import('../../features/membership')).RenewalPage,
  payOrder: async () => (await import('../../features/membership')).OrderPage,
  continuePay: async () => (await import('../../features/membership')).OrdersPage,
  wxPay: async () => (await import('../../features/membership')).WxPayPage,
  mailFacadePay: async () => (await import('../../features/membership')).FacadePayPage,
  toPayment: async () => (await import('../../features/membership')).ToPaymentPage,
  paySuccess: async () => (await import('../../features/membership')).PaySuccessPage,
  orderReceipt: async () => (await import('../../features/membership')).ReceiptPage,
} satisfies Readonly<Record<string, () => Promise<ComponentType>>>
