/** Every route of the product with its flags (SPEC §2, §4); nothing compares paths elsewhere. */

export type Frame = 'desk' | 'narrow' | 'bare'

/** Places beside the folders that the sidebar leads to. */
export type SideTool = 'recovery' | 'contacts' | 'files' | 'settings'

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
  /** Binding a phone is not offered: on the three routes of SPEC §4 alone. */
  readonly bindPhoneOff?: true
  /** Something is written or decided there: nothing is put over it unasked. */
  readonly isWriting?: true
  /** Search engines may list it: the gateway writes its title and description into the page. */
  readonly isPublic?: true
  /** Its views are not counted. */
  readonly viewsOff?: true
  /** Within the desk, without the folders beside it. */
  readonly sidebarOff?: true
  /** The place that it belongs to; the sidebar leads to the first route of each. */
  readonly tool?: SideTool
  /** Its place in the phone's tab bar, and a text key where its title is too long. */
  readonly tab?: { readonly order: number; readonly label?: string }
}

type Flags = Omit<RouteSpec, 'path' | 'title' | 'loginRequired' | 'frame'>

function desk<Given extends Flags>(path: string, title: string, flags?: Given): RouteSpec & Given
function desk(path: string, title: string, flags: Flags = {}): RouteSpec {
  return { path, title: `titles:${title}`, loginRequired: true, frame: 'desk', ...flags }
}

type BareFlags = Flags & { readonly loginRequired?: true; readonly frame?: Frame }
function bare<Given extends BareFlags>(path: string, title: string, flags?: Given): RouteSpec & Given
function bare(path: string, title: string, flags: BareFlags = {}): RouteSpec {
  return { path, title: `titles:${title}`, loginRequired: false, frame: 'bare', ...flags }
}

/** A list of mail, which alone has `own` flags, with the reader and the composer below it. */
function withMail<Id extends string>(id: Id, path: string, title: string, flags: Flags = {}, own: Flags = {}) {
  const routes = {
    [id]: desk(path, title, { ...flags, ...own }),
    [`${id}Mail`]: desk(`${path}/mailshow`, 'mailshow', flags),
    [`${id}Write`]: desk(`${path}/writeMail`, 'writeMail', { ...flags, isWriting: true }),
  }
  // These are the three keys above: the compiler widens what is computed.
  return routes as Record<Id | `${Id}Mail` | `${Id}Write`, RouteSpec>
}

const table = {
  ...withMail('receive', '/receive', 'receive', { folder: 'inbox' }, { tab: { order: 1, label: 'layout:mail' } }),
  ...withMail('sent', '/sent', 'sent', { folder: 'sent' }),
  ...withMail('flag', '/flag', 'flag', { folder: 'flag' }),
  ...withMail('delete', '/delete', 'delete', { folder: 'deleted' }),
  ...withMail('rubbish', '/rubbish', 'rubbish', { folder: 'junk' }),
  ...withMail('draft', '/draft', 'draft', { folder: 'draft' }),
  ...withMail('folder', '/folder/:viewName', 'folder'),
  ...withMail('searchResult', '/search_result', 'searchResult', { folder: 'search', minuteCheckOff: true }),
  /** A page of its own with a logo bar; within a folder the composer stands in the desk. */
  writeMail: { ...desk('/writeMail', 'writeMail', { isWriting: true }), frame: 'narrow' },
  success: desk('/Success', 'success'),
  contact: desk('/Contact', 'contacts', { tool: 'contacts', tab: { order: 2 } }),
  contactPage: desk('/contactPage', 'contacts', { tool: 'contacts', sidebarOff: true }),
  records: desk('/records', 'records', { tool: 'files', tab: { order: 3 } }),
  homePage: desk('/homePage', 'homePage'),
  mainPage: desk('/mainPage', 'homePage'),
  dataRecover: desk('/dataRecover', 'dataRecover', { tool: 'recovery' }),
  recoverReceive: desk('/recoverReceive', 'recoverReceive', { folder: 'recoverReceive', tool: 'recovery' }),
  recoverReceiveMail: desk('/recoverReceive/mailshow', 'mailshow', { folder: 'recoverReceive', tool: 'recovery' }),
  recoverSent: desk('/recoverSent', 'recoverSent', { folder: 'recoverSent', tool: 'recovery' }),
  recoverSentMail: desk('/recoverSent/mailshow', 'mailshow', { folder: 'recoverSent', tool: 'recovery' }),
  testPage: desk('/testPage', 'testPage'),
  setting: desk('/Setting', 'settings', { tool: 'settings', tab: { order: 4 } }),
  settingPc: desk('/settingPc', 'settings', { tool: 'settings' }),
  notifications: desk('/notifications', 'notifications'),
  icons: desk('/icons', 'icons'),
  maps: desk('/maps', 'maps'),
  typography: desk('/typography', 'typography'),
  pclogin: bare('/pclogin', 'login', { bindPhoneOff: true }),
  loginVip: bare('/login_vip', 'loginVip', { isPublic: true }),
  login: bare('/login', 'login', { isPublic: true }),
  registerTotal: bare('/register_total', 'register'),
  registerHonorable: bare('/register_honorable', 'register', { isWriting: true }),
  registerEnjoy: bare('/register_enjoy', 'register', { isWriting: true }),
  registerShine: bare('/register_shine', 'register', { isWriting: true }),
  registerMailFree: bare('/register_mailFree', 'registerFree', { isWriting: true }),
  /** Whoever had a verification mail sent may be signed out. */
  sendSuccess: bare('/sendSuccess', 'sendSuccess', { timeoutModalOff: true }),
  pindex: bare('/Pindex', 'pindex', { isPublic: true }),
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
  /** Anybody may have been asked by a verification mail. */
  verify: bare('/verify', 'verify', { isWriting: true, timeoutModalOff: true }),
  /** A password that was forgotten is set anew. */
  resetPassword: bare('/resetPassword', 'resetPassword', { isWriting: true, timeoutModalOff: true }),
  /** Whoever has the link may be signed in nowhere. */
  linkAccess: bare('/linkAccess', 'linkAccess', { isWriting: true, timeoutModalOff: true }),
  linkProhibit: bare('/linkProhibit', 'linkProhibit', { timeoutModalOff: true }),
  particulars: bare('/particulars', 'particulars', { isPublic: true }),
  suixinyou: bare('/suixinyou', 'suixinyou', { isPublic: true }),
  goldMedal: bare('/goldMedal', 'goldMedal', { isPublic: true }),
  /** The spelling is a promise to addresses already given out. */
  vipProduction: bare('/vipProducttion', 'vipProduction', { isPublic: true }),
  /** Likewise. */
  printMail: bare('/priintmail', 'printMail', { loginRequired: true }),
  fallback: bare('*', 'fallback'),
} satisfies Record<string, RouteSpec>

export type RouteId = keyof typeof table

export const routeTable: Readonly<Record<RouteId, RouteSpec>> = table

// The keys of a literal that is never widened at run time.
export const routeIds = Object.keys(table) as readonly RouteId[]
