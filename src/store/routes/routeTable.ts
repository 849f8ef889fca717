/** Every route of the product with the flags that SPEC §2 and §4 scatter over them; nothing compares path names elsewhere. */

export type Frame = 'desk' | 'narrow' | 'bare'

export type RouteSpec = {
  /** The whole path, with react-router's parameters. */
  readonly path: string
  /** Key of the page's title. */
  readonly title: string
  readonly loginRequired: boolean
  /** `desk` has sidebar and top bar, `narrow` a logo bar, `bare` nothing around it. */
  readonly frame: Frame
  /** The folder that it shows; a route with `:viewName` names it there. */
  readonly folder?: string
  /** The session-timeout modal stays away. */
  readonly timeoutModalOff?: true
  /** The check each minute is skipped. */
  readonly minuteCheckOff?: true
  /** The bind-phone dialog is not offered. */
  readonly bindPhoneOff?: true
  /** Something is being written there: nothing is put over it unasked. */
  readonly isWriting?: true
}

type Flags = Omit<RouteSpec, 'path' | 'title' | 'loginRequired' | 'frame'>

function desk(path: string, title: string, flags: Flags = {}): RouteSpec {
  return { path, title: `titles:${title}`, loginRequired: true, frame: 'desk', ...flags }
}

function bare(path: string, title: string, flags: Flags & { loginRequired?: true; frame?: Frame } = {}): RouteSpec {
  return { path, title: `titles:${title}`, loginRequired: false, frame: 'bare', ...flags }
}

/** A list of mail with the reader and the composer below it. */
function withMail<Id extends string>(id: Id, path: string, title: string, flags: Flags = {}) {
  const routes = {
    [id]: desk(path, title, flags),
    [`${id}Mail`]: desk(`${path}/mailshow`, 'mailshow', flags),
    [`${id}Write`]: desk(`${path}/writeMail`, 'writeMail', { ...flags, isWriting: true }),
  }
  // These are the three keys above: the compiler widens what is computed.
  return routes as Record<Id | `${Id}Mail` | `${Id}Write`, RouteSpec>
}

const table = {
  ...withMail('receive', '/receive', 'receive', { folder: 'inbox' }),
  ...withMail('sent', '/sent', 'sent', { folder: 'sent' }),
  ...withMail('flag', '/flag', 'flag', { folder: 'flag' }),
  ...withMail('delete', '/delete', 'delete', { folder: 'deleted' }),
  ...withMail('rubbish', '/rubbish', 'rubbish', { folder: 'junk' }),
  ...withMail('draft', '/draft', 'draft', { folder: 'draft' }),
  ...withMail('folder', '/folder/:viewName', 'folder'),
  recoverReceive: desk('/recoverReceive', 'recoverReceive', { folder: 'recoverReceive' }),
  recoverReceiveMail: desk('/recoverReceive/mailshow', 'mailshow', { folder: 'recoverReceive' }),
  recoverSent: desk('/recoverSent', 'recoverSent', { folder: 'recoverSent' }),
  recoverSentMail: desk('/recoverSent/mailshow', 'mailshow', { folder: 'recoverSent' }),
  ...withMail('searchResult', '/search_result', 'searchResult', { folder: 'search', minuteCheckOff: true }),
  /** A page of its own with a logo bar; within a folder the composer stands in the desk. */
  writeMail: { ...desk('/writeMail', 'writeMail', { isWriting: true }), frame: 'narrow' },
  success: desk('/Success', 'success'),
  records: desk('/records', 'records'),
  homePage: desk('/homePage', 'homePage'),
  mainPage: desk('/mainPage', 'homePage'),
  dataRecover: desk('/dataRecover', 'dataRecover'),
  contactPage: desk('/contactPage', 'contacts'),
  testPage: desk('/testPage', 'testPage'),
  settingPc: desk('/settingPc', 'settings'),
  notifications: desk('/notifications', 'notifications'),
  icons: desk('/icons', 'icons'),
  maps: desk('/maps', 'maps'),
  typography: desk('/typography', 'typography'),
  contact: bare('/Contact', 'contacts', { loginRequired: true }),
  pclogin: bare('/pclogin', 'login', { bindPhoneOff: true }),
  loginVip: bare('/login_vip', 'loginVip'),
  login: bare('/login', 'login'),
  registerTotal: bare('/register_total', 'register'),
  registerHonorable: bare('/register_honorable', 'register'),
  registerEnjoy: bare('/register_enjoy', 'register'),
  registerShine: bare('/register_shine', 'register'),
  registerMailFree: bare('/register_mailFree', 'registerFree'),
  sendSuccess: bare('/sendSuccess', 'success', { loginRequired: true }),
  pindex: bare('/Pindex', 'pindex'),
  setting: bare('/Setting', 'settings', { loginRequired: true }),
  search: bare('/search', 'search', { loginRequired: true, minuteCheckOff: true }),
  shareMail: bare('/ShareMail', 'shareMail', { loginRequired: true }),
  environment: bare('/Environment', 'environment'),
  timeSlot: bare('/TimeSlot', 'timeSlot', { loginRequired: true }),
  remind: bare('/Remind', 'remind', { loginRequired: true }),
  signature: bare('/Signature', 'signature', { loginRequired: true }),
  settingInner: bare('/SettingInner', 'settings', { loginRequired: true }),
  renewal: bare('/renewal', 'renewal', { timeoutModalOff: true }),
  mailFacadePay: bare('/mailFacadePay/:type?', 'payment', { timeoutModalOff: true }),
  wxPay: bare('/wxPay', 'payment'),
  payOrder: bare('/payOrder', 'order'),
  orderReceipt: bare('/orderReceipt', 'orderReceipt', { timeoutModalOff: true, bindPhoneOff: true }),
  toPayment: bare('/toPayment', 'payment', { timeoutModalOff: true, bindPhoneOff: true }),
  mailUpgrade: bare('/mailUpgrade', 'upgrade', { timeoutModalOff: true }),
  paySuccess: bare('/paySuccess', 'paySuccess'),
  continuePay: bare('/continuePay', 'payment'),
  linkAccess: bare('/linkAccess', 'linkAccess'),
  linkProhibit: bare('/linkProhibit', 'linkProhibit'),
  particulars: bare('/particulars', 'particulars'),
  suixinyou: bare('/suixinyou', 'suixinyou'),
  goldMedal: bare('/goldMedal', 'goldMedal'),
  /** The spelling is a promise to addresses already given out. */
  vipProduction: bare('/vipProducttion', 'vipProduction'),
  /** Likewise. */
  printMail: bare('/priintmail', 'printMail', { loginRequired: true }),
  fallback: bare('*', 'fallback'),
} satisfies Record<string, RouteSpec>

export type RouteId = keyof typeof table

export const routeTable: Readonly<Record<RouteId, RouteSpec>> = table

// The keys of a literal that is never widened at run time.
export const routeIds = Object.keys(table) as readonly RouteId[]
