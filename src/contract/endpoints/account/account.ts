/** Account, quota and corporate calls (SPEC §7). */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { optional, text } from '../../field'
import { tierId } from '../../shapes'

const price = v.object({ tier: tierId, fenPerMonth: v.number(), fenPerYear: v.number() })

/** `free` of the free tier, `enterprise` of an organization's account, `vip` of all others. */
export const domainTypes = ['free', 'vip', 'enterprise'] as const

export const userInfos = endpoint({
  method: 'POST',
  path: 'webmail/pay/getUserInfos',
  renewal: true,
  reply: v.object({
    username: v.string(),
    tier: tierId,
    domainType: v.picklist(domainTypes),
    /** Epoch milliseconds, or null for never. */
    dueTime: v.nullable(v.number()),
    /** Whole days until then; null for never. */
    daysLeft: v.nullable(v.number()),
    /** `grace`: past its end, and open for some days more; `over`: closed but for a renewal. */
    state: v.picklist(['active', 'grace', 'over']),
    prices: v.array(price),
    /** Fen that are taken off the price by the month. */
    discounts: v.array(v.object({ tier: tierId, months: v.number(), fen: v.number() })),
  }),
})

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

export const transferStatus = endpoint({
  method: 'POST',
  path: 'webmail/main/getMoveMailStatus.action',
  reply: v.object({
    state: v.picklist(['none', 'running', 'done', 'failed']),
    done: v.number(),
    total: v.number(),
  }),
})

export const startTransfer = endpoint({
  method: 'POST',
  path: 'webmail/corp/startTrabsfer.action',
  fields: { domain: text(253) },
  codes: ['notAllowed', 'notFound'],
})

export const corporateDomains = endpoint({
  method: 'POST',
  path: 'webmail/corp/getDomain.action',
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
  reply: v.object({ logoUrl: v.nullable(v.string()) }),
})
