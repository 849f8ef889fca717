/** What a person has chosen for their account. */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { settingFields, settingsRead } from '../../settings'

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
  fields: settingFields,
  reply,
})
