/** Mail that was deleted for good and can be taken back (SPEC §7, §9). What can be recovered is listed as a folder's mail is. */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { list, withDefault, word } from '../../field'
import { limits } from '../../limits'

const recoveryState = v.object({
  /** Whether recovery may be used at all; `reason` says why not. */
  allowed: v.boolean(),
  reason: v.nullable(v.picklist(['vipOnly', 'serverCannot'])),
  /** Epoch milliseconds at which recovery was enabled, or null; and until when it is open, or null where it is not. */
  enabledAt: v.nullable(v.number()),
  until: v.nullable(v.number()),
  daysLeft: v.number(),
})

export const checkRecover = endpoint({
  method: 'GET',
  path: 'webmail/freeUp/checkRecover.action',
  reply: recoveryState,
})

/** The days count from here; while they run, it changes nothing. */
export const enableRecover = endpoint({
  method: 'POST',
  path: 'webmail/freeUp/enableRecover.action',
  reply: recoveryState,
  codes: ['vipOnly', 'serverCannot'],
})

export const restoreMails = endpoint({
  method: 'POST',
  path: 'webmail/freeUp/restoreMails.action',
  fields: {
    /** Those of a page at the most: they come back all together. */
    ids: list(limits.pageSizeMax, 200),
    /** In which the folder is named that takes mail whose own folder is gone. */
    language: withDefault(word(['zh-CN', 'en-US']), 'zh-CN'),
  },
  /** `newId` is what the mail is called in its folder. */
  reply: v.object({
    restored: v.array(v.object({ id: v.string(), newId: v.string(), folder: v.string() })),
  }),
  codes: ['noMailSelected', 'notFound', 'vipOnly', 'recoveryOff', 'serverCannot', 'quotaExceeded'],
})
