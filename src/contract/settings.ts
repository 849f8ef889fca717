/** What a person chooses for their account, the same wherever they sign in: each setting with its values and what holds until one is chosen. */
import * as v from 'valibot'
import { type Field, optional, word } from './field'

type Setting<V extends string> = { readonly values: readonly V[]; readonly initial: V }

// @__NO_SIDE_EFFECTS__
function setting<const V extends string>(values: readonly V[], initial: NoInfer<V>): Setting<V> {
  return { values, initial }
}

/** A setting's texts are `settings:<name>.title` and `settings:<name>.<value>`. */
export const settings = {
  /** The colours of every page. */
  skin: /* @__PURE__ */ setting(['default', 'star', 'forest', 'coast'], 'default'),
  /** `natural`: as the skin was made, which for `star` is dark and for the others light. */
  mode: /* @__PURE__ */ setting(['natural', 'light', 'dark', 'system'], 'natural'),
  /** In the dark, where a mail's text stands: mails are written for white, and turning one dark changes its colours. */
  paper: /* @__PURE__ */ setting(['white', 'skin'], 'white'),
  /** `asHere`: none is chosen for the account, so each browser keeps its own. */
  language: /* @__PURE__ */ setting(['asHere', 'zh-CN', 'en-US'], 'asHere'),
  /** When an opened mail counts as read. */
  markRead: /* @__PURE__ */ setting(['now', 'after3s', 'never'], 'now'),
  /** What a row of a folder's list stands for. */
  grouping: /* @__PURE__ */ setting(['mails', 'conversations'], 'mails'),
  /** How many lines a row of a list has: one, two or three. */
  density: /* @__PURE__ */ setting(['compact', 'cozy', 'comfortable'], 'cozy'),
  /** What is shown after the open mail has left its list. */
  afterRemoval: /* @__PURE__ */ setting(['next', 'previous', 'list'], 'next'),
  /** Whether a mail that asks for a receipt gets one; `trusted` are those on the whitelist. */
  receipts: /* @__PURE__ */ setting(['ask', 'contacts', 'trusted', 'always', 'never'], 'ask'),
  /** Whether From has the account's name beside its address. */
  senderName: /* @__PURE__ */ setting(['name', 'address'], 'name'),
  /** How a mail is written, unless it is chosen otherwise for that mail; `asReceived`: plain where the mail that is answered is. */
  writing: /* @__PURE__ */ setting(['formatted', 'plain', 'asReceived'], 'formatted'),
  /** Whether those written to are offered as recipients again. */
  collect: /* @__PURE__ */ setting(['on', 'off'], 'on'),
  /** Seconds in which a sent mail can be undone. */
  undoSend: /* @__PURE__ */ setting(['0', '5', '10', '20', '30'], '10'),
  /** Whether the desktop is told of new mail, and whether of its sender and subject; each browser asks the person beside. */
  desktopNews: /* @__PURE__ */ setting(['off', 'count', 'content'], 'off'),
}

export type SettingName = keyof typeof settings
export type Settings = { readonly [N in SettingName]: (typeof settings)[N]['initial'] }

// What the table holds under its own keys.
export const settingNames = /* @__PURE__ */ Object.keys(settings) as readonly SettingName[]

// @__NO_SIDE_EFFECTS__
function eachSetting<Made extends Readonly<Record<SettingName, unknown>>>(
  make: (of: Setting<string>) => unknown,
): Made {
  const made = Object.entries<Setting<string>>(settings).map(([name, one]) => [name, make(one)])
  // Each is made from the setting of its name, as both uses below say.
  return Object.fromEntries(made) as Made
}

/** Whatever was kept or sent: a setting that is missing, or whose value is not known here, reads as its default. */
export const settingsRead = /* @__PURE__ */ v.object(
  /* @__PURE__ */ eachSetting<{ readonly [N in SettingName]: v.GenericSchema<unknown, Settings[N]> }>(
    ({ values, initial }) => v.fallback(v.picklist(values), initial),
  ),
)

/** One field a setting, each of which may be left out. */
export const settingFields = /* @__PURE__ */ eachSetting<{
  readonly [N in SettingName]: Field<Settings[N] | undefined, true>
}>(({ values }) => optional(word(values)))

export const initialSettings: Settings = /* @__PURE__ */ v.parse(settingsRead, {})
