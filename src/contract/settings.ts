/** What a person chooses for their account, wherever they sign in. */
import * as v from 'valibot'

/** Where a setting stands; some have none of this table. */
export type SectionId =
  | 'profile'
  | 'environment'
  | 'reading'
  | 'writing'
  | 'templates'
  | 'signature'
  | 'sending'
  | 'receipts'
  | 'pictures'
  | 'lists'
  | 'autoReply'
  | 'remind'
  | 'rules'
  | 'timeSlot'
  | 'keyboard'
  | 'password'
  | 'protection'
  | 'factors'
  | 'sessions'
  | 'organization'
  | 'administration'
  | 'leaving'

type Setting<V extends string> = {
  readonly section: SectionId
  /** Those that may be chosen; none where `schema` alone decides. */
  readonly values: readonly V[]
  readonly schema: v.GenericSchema<string, V>
  readonly initial: V
}

// @__NO_SIDE_EFFECTS__
function choice<const V extends string>(section: SectionId, values: readonly V[], initial: NoInfer<V>): Setting<V> {
  return { section, values, schema: v.picklist(values), initial }
}

/** A text of which a pattern and perhaps a look at what it says decide. */
// @__NO_SIDE_EFFECTS__
function text(
  section: SectionId,
  initial: string,
  pattern: RegExp,
  isRight: (value: string) => boolean = () => true,
): Setting<string> {
  return { section, values: [], schema: v.pipe(v.string(), v.regex(pattern), v.check(isRight)), initial }
}

const listed = /* @__PURE__ */ v.pipe(
  v.string(),
  v.maxLength(4_000),
  v.parseJson(),
  v.array(v.string()),
  v.maxLength(20),
)

/** The texts of a setting that lists some, as JSON. */
export function textsIn(value: string): readonly string[] {
  const read = v.safeParse(listed, value)
  return read.success ? read.output : []
}

// @__NO_SIDE_EFFECTS__
function texts(section: SectionId, pattern: RegExp): Setting<string> {
  const areRight = (value: string) => v.is(listed, value) && textsIn(value).every((one) => pattern.test(one))
  return { section, values: [], schema: v.pipe(v.string(), v.check(areRight)), initial: '[]' }
}

/** No brackets, quotes or separators, which stand around a copied address. */
const address = /^[^\s<>"',;]+@[^\s<>"',;]+$/

/** Whether a sender's notices can be chosen by it. */
export const isPerson = (text: string): boolean => address.test(text)

/** The zone of whoever wants none for the account. */
export const browserZone = 'asBrowser'

const time = '(?:[01]\\d|2[0-3]):[0-5]\\d'
/** From when until when by the clock; over midnight where that is earlier. */
const hours = `${time}-${time}`
const areHours = (value: string) => value.slice(0, 5) !== value.slice(6)

/** Asking costs as much as a format of dates; an account has the same one each time. */
let lastZone = browserZone

function isZone(name: string): boolean {
  if (name === browserZone || name === lastZone) return true
  try {
    const { timeZone } = Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    // In the case of the list alone; what is another name for it comes back as that.
    const isRight = timeZone === name || timeZone.toLowerCase() !== name.toLowerCase()
    if (isRight) lastZone = name
    return isRight
  } catch {
    return false
  }
}

/** A setting's texts are `settings:<name>.title`, `settings:<name>.<value>` and perhaps `settings:<name>.hint`. */
export const settings = {
  /** `asHere`: none is chosen for the account, so each browser keeps its own. */
  language: /* @__PURE__ */ choice('environment', ['asHere', 'zh-CN', 'en-US'], 'asHere'),
  /** The colours of every page. */
  skin: /* @__PURE__ */ choice('environment', ['default', 'star', 'forest', 'coast'], 'default'),
  /** `natural`: as the skin was made, which for `star` is dark and for the others light. */
  mode: /* @__PURE__ */ choice('environment', ['natural', 'light', 'dark', 'system'], 'natural'),
  /** In the dark, where a mail's text stands: mails are written for white, and turning one dark changes its colours. */
  paper: /* @__PURE__ */ choice('environment', ['white', 'skin'], 'white'),
  /** How many lines a row of a list has: one, two or three. */
  density: /* @__PURE__ */ choice('environment', ['compact', 'cozy', 'comfortable'], 'cozy'),
  /** Where a message opens in a wide window: `right` of its list, or over it. */
  readingPane: /* @__PURE__ */ choice('environment', ['right', 'off'], 'right'),
  /** Messages of a page of a list, one of `limits.pageSizes`; kept with the account, whose lists need it. */
  pageSize: /* @__PURE__ */ choice('environment', ['20', '50', '100', '200'], '50'),
  /** Zone of dates and clock times: of IANA's list, or each browser's own. */
  zone: /* @__PURE__ */ text('environment', browserZone, /^[a-z][\w+/-]{1,60}$/i, isZone),
  /** How dates stand, but for those of lists (SPEC §3). */
  dateForm: /* @__PURE__ */ choice('environment', ['asLanguage', 'iso', 'dayFirst', 'monthFirst'], 'asLanguage'),
  /** Where a sign-in and `/` lead; `usual`: one to the inbox, the other to the home page. */
  startPage: /* @__PURE__ */ choice('environment', ['usual', 'receive', 'mainPage', 'contact'], 'usual'),
  /** What a row of a folder's list stands for. */
  grouping: /* @__PURE__ */ choice('reading', ['mails', 'conversations'], 'mails'),
  /** When an opened mail counts as read. */
  markRead: /* @__PURE__ */ choice('reading', ['now', 'after3s', 'never'], 'now'),
  /** What is shown after the open mail has left its list. */
  afterRemoval: /* @__PURE__ */ choice('reading', ['next', 'previous', 'list'], 'next'),
  /** Whether the header of an opened mail says all that is known of who, when and how large. */
  mailHeader: /* @__PURE__ */ choice('reading', ['brief', 'full'], 'brief'),
  /** How a mail is written, unless it is chosen otherwise for that mail; `asReceived`: plain where the mail that is answered is. */
  writing: /* @__PURE__ */ choice('writing', ['formatted', 'plain', 'asReceived'], 'formatted'),
  /** The font of a mail from its first line on; `asReader`: none is written into it. */
  writingFont: /* @__PURE__ */ choice('writing', ['asReader', 'sans', 'serif', 'kai', 'mono'], 'asReader'),
  writingSize: /* @__PURE__ */ choice('writing', ['asReader', '12px', '14px', '16px', '18px'], 'asReader'),
  /** Whether those written to are offered as recipients again. */
  collect: /* @__PURE__ */ choice('writing', ['on', 'off'], 'on'),
  /** Whether an answer quotes what it answers. */
  original: /* @__PURE__ */ choice('writing', ['include', 'omit'], 'include'),
  /** Whom an answer goes to where nothing else is pressed: the key `r` and the box below a mail. */
  answer: /* @__PURE__ */ choice('writing', ['reply', 'replyAll'], 'reply'),
  /** Whether From has the account's name beside its address. */
  senderName: /* @__PURE__ */ choice('sending', ['name', 'address'], 'name'),
  /** Whether a copy of what is sent goes to Sent, unless it is chosen otherwise for that mail. */
  saveToSent: /* @__PURE__ */ choice('sending', ['on', 'off'], 'on'),
  /** Seconds in which a sent mail can be undone. */
  undoSend: /* @__PURE__ */ choice('sending', ['0', '5', '10', '20', '30'], '10'),
  /** Whether it is asked about a mail that speaks of a file and has none. */
  attachmentQuestion: /* @__PURE__ */ choice('sending', ['on', 'off'], 'on'),
  /** Whether mails ask for a receipt; `perMail`: where that is chosen for the mail. */
  askReceipt: /* @__PURE__ */ choice('receipts', ['perMail', 'always', 'never'], 'perMail'),
  /** Whether a mail that asks for a receipt gets one; `trusted` are those on the whitelist. */
  receipts: /* @__PURE__ */ choice('receipts', ['ask', 'contacts', 'trusted', 'always', 'never'], 'ask'),
  /** Whether the desktop is told of new mail, and whether of its sender and subject; each browser asks the person beside. */
  desktopNews: /* @__PURE__ */ choice('remind', ['off', 'count', 'content'], 'off'),
  /** Whether a short tone tells of new mail. */
  sound: /* @__PURE__ */ choice('remind', ['on', 'off'], 'off'),
  /** Whether the tab's icon counts the unread mails of the inbox. */
  badge: /* @__PURE__ */ choice('remind', ['on', 'off'], 'on'),
  /** Ids of folders beside the inbox of whose new mail is told. */
  noticeFolders: /* @__PURE__ */ texts('remind', /./),
  /** Addresses of those whose mail is told of in quiet hours too. */
  alwaysPeople: /* @__PURE__ */ texts('remind', address),
  /** Addresses of those whose mail is never told of; it stands in the lists like any other. */
  mutedPeople: /* @__PURE__ */ texts('remind', address),
  /** Hours in which neither desktop nor sound tell of new mail, by the clock of `zone`. */
  quietHours: /* @__PURE__ */ text('timeSlot', 'off', new RegExp(`^(?:off|${hours})$`), areHours),
  /** Whether they tell outside work hours. */
  outsideWork: /* @__PURE__ */ choice('timeSlot', ['tell', 'hold'], 'tell'),
  /** Weekdays, Monday as 1; hours over midnight belong to the day on which they begin. */
  workDays: /* @__PURE__ */ text('timeSlot', '1,2,3,4,5', /^[1-7](,[1-7]){0,6}$/),
  workHours: /* @__PURE__ */ text('timeSlot', '09:00-18:00', new RegExp(`^${hours}$`), areHours),
  /** Whether single letters act on mails and lead to folders. */
  shortcuts: /* @__PURE__ */ choice('keyboard', ['on', 'off'], 'on'),
}

export type SettingName = keyof typeof settings
export type Settings = { readonly [N in SettingName]: (typeof settings)[N]['initial'] }

// What the table holds under its own keys.
export const settingNames = /* @__PURE__ */ Object.keys(settings) as readonly SettingName[]

/** Something made of each setting, under its name. */
// @__NO_SIDE_EFFECTS__
export function eachSetting<Made extends Readonly<Record<SettingName, unknown>>>(
  make: (of: Setting<string>) => unknown,
): Made {
  const made = Object.entries<Setting<string>>(settings).map(([name, one]) => [name, make(one)])
  // Each is made from the setting of its name, as each use says.
  return Object.fromEntries(made) as Made
}

/** Whatever was kept or sent: a setting that is missing, or whose value is not known here, reads as its default. */
export const settingsRead = /* @__PURE__ */ v.object(
  /* @__PURE__ */ eachSetting<{ readonly [N in SettingName]: v.GenericSchema<unknown, Settings[N]> }>(
    ({ schema, initial }) => v.fallback(schema, initial),
  ),
)

export const initialSettings: Settings = /* @__PURE__ */ v.parse(settingsRead, {})

export function isValueOf<N extends SettingName>(name: N, value: unknown): value is Settings[N] {
  return v.is(settings[name].schema, value)
}
