/** The logo of an organization, as its administrator sees and sets it. */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'

/** A `data:` address; null where there is none. */
const reply = /* @__PURE__ */ v.object({ logoUrl: v.nullable(v.string()) })

export const administrationLogo = endpoint({
  method: 'GET',
  path: 'webmail/administration/logo.action',
  reply,
  codes: ['notAllowed'],
})

export const putOrganizationLogo = endpoint({
  method: 'POST',
  path: 'webmail/administration/putLogo.action',
  reply,
  codes: ['notAllowed', 'imageFormatUnsupported', 'logoTooLarge', 'tooManyTries'],
  body: 'bytesIn',
})

export const removeOrganizationLogo = endpoint({
  method: 'POST',
  path: 'webmail/administration/removeLogo.action',
  reply,
  codes: ['notAllowed'],
})
