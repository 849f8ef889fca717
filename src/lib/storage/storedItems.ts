/** What the browser keeps, each under `ep_<name>` as `{ value, expires }` (SPEC §3, CONTRACT "Further calls"). */

/** Every item by its name; whoever reads one checks its shape, since anybody may have written it. */
type Kept = {
  /** `{ accessToken, tokenType }`: what the calls bear. Lasts as long as an idle session at the gateway, as the next four do. */
  readonly tokenList: true
  /** `{ code }` of an enterprise. */
  readonly currentOrganization: true
  /** `{ username, displayName }`; the address is the username. */
  readonly userInfo: true
  /** The tier. */
  readonly userMailType: true
  /** `{ domainName, dueTime }`. */
  readonly domain: true
  /** The renewal ticket of the last sign-in, where that was refused for it. */
  readonly renewalTicket: true
  /** Whether the person asked to stay signed in. */
  readonly staysSignedIn: true
  /** What lets this browser in without a code, by address. */
  readonly trustedDevices: true
  /** Stays without end, also after a sign-out, as the next two do. */
  readonly language: true
  /** Whether that language was chosen for this browser alone, whatever an account says. */
  readonly ownLanguage: true
  /** `{ skin, mode }`, either or none: chosen for this browser alone. `public/skin.js` reads it first. */
  readonly ownLook: true
  /** The colour theme: `star`, `forest`, `coast` or `default`. `public/skin.js` reads this and the next before the first paint. */
  readonly theme: true
  /** Whether the theme is light or dark. */
  readonly mode: true
  /** Mails of a page. */
  readonly pageSize: true
  /** Pixels of the list beside the reader. */
  readonly listWidth: true
  /** Whether lists show conversations. */
  readonly conversations: true
  /** How many lines their rows have. */
  readonly density: true
  /** Whether messages open beside their list. */
  readonly readingPane: true
  /** Whether files are shown as a `list` or a `grid`. */
  readonly filesLayout: true
  /** Ids of folders whose inner ones are not shown. */
  readonly closedFolders: true
  /** `{ account, texts }`. */
  readonly recentSearches: true
  /** Senders whose list was left already. */
  readonly unsubscribed: true
  /** Whose mails the browser's database holds. */
  readonly keptMails: true
  /** How the list looked when it was last seen; `public/former-sight.js` reads this, and whose it is, before there is any code. */
  readonly formerSight: true
  /** `{ account, dueTime, stage }` of the reminder of a membership's end that was put away. */
  readonly endingPutAway: true
  /** Ids of the last run of rules, whose line was closed. */
  readonly closedRuleRun: true
  /** Of a tab: the account of which it was put away that its mailbox is full. */
  readonly fullPutAway: true
  /** Of a tab: its composers. */
  readonly composers: true
  /** Of a tab: `{ account, uploads }` of files that are on their way. */
  readonly fileUploads: true
  /** Of a tab: that it goes on after signing in anew. */
  readonly resumes: true
  /** Of a tab: `{ secret, visit }` of the share that a guest opened in it. */
  readonly shareVisit: true
  /** Of a tab: `{ account, path }` of the page from which somebody went to pay. */
  readonly wayBack: true
}

export type StoredName = keyof Kept

export type StoredItems = {
  /** Null when absent, expired or unreadable. */
  readonly get: (name: StoredName) => unknown
  /** `hours` until it is gone; without it, it stays. */
  readonly set: (name: StoredName, value: unknown, hours?: number) => void
  readonly remove: (name: StoredName) => void
  /** Clears every item of ours but what was chosen for this browser alone, and the language. */
  readonly clear: () => void
}
