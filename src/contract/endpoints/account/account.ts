/** Account, quota and corporate calls (SPEC §7). */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { optional, text } from '../../field'
import { tierId } from '../../shapes'

export const quotaMessages = endpoint({
  method: 'POST',
  path: 'webmail/main/getQuotaMessages',
  reply: v.object({
    /** Bytes. */
    used: v.number(),
    limit: v.number(),
    count: v.number(),
    /** Bytes of attachments of one mail. */
    limitPerMail: v.number(),
  }),
})

export const corporateDomains = endpoint({
  method: 'POST',
  path: 'webmail/corp/getDomain.action',
  /** The code of the caller's own; of any other it says `notFound`. */
  fields: { organization: text(100) },
  reply: v.object({ domains: v.array(v.string()) }),
  codes: ['notFound'],
})

export const freeMemberLevel = endpoint({
  method: 'GET',
  path: 'webmail/updateFreeMemberLevelId.action',
  fields: { random: optional(text(100)) },
  reply: v.object({ tier: tierId }),
})

export const chosenInterface = endpoint({
  method: 'GET',
  path: 'webmail/main/isNewOrOld.action',
  reply: v.object({ version: v.picklist(['new', 'old']) }),
})

export const customLogo = endpoint({
  method: 'GET',
  path: 'webmail/main/getCustomizeLogo.action',
  /** Whose mail is of this domain; left out, the caller's own. */
  fields: { domain: optional(text(253)) },
  /** A `data:` address; null where there is none. */
  reply: v.object({ logoUrl: v.nullable(v.string()) }),
  anonymous: true,
})
