/** What a person has chosen for their account. */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { checked, type Field, optional } from '../../field'
import { eachSetting, type SettingName, type Settings, settingsRead } from '../../settings'

const reply = /* @__PURE__ */ v.object({ settings: settingsRead })

export const readSettings = endpoint({
  method: 'POST',
  path: 'webmail/settings/read.action',
  reply,
})

/** Changes the settings that are named, one at least, and leaves the others; answers how all of them stand. */
export const changeSettings = endpoint({
  method: 'POST',
  path: 'webmail/settings/change.action',
  /** One for each setting, each of which may be left out. */
  fields: eachSetting<{ readonly [N in SettingName]: Field<Settings[N] | undefined, true> }>(({ schema }) =>
    optional(checked(schema)),
  ),
  reply,
})
