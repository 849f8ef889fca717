/** Members of the caller's organization, for its administrators; `notAllowed` for others. */
import * as v from 'valibot'
import { refusalCodes } from '../../codes'
import { endpoint } from '../../endpoint'
import { flag, optional, text, whole, withDefault, word } from '../../field'
import { administrationLimits, endings, memberStates } from '../../organizations/administrationRules'

/** Pages by address: `cursor` is the `next` of the page before, empty at first. */
export const listMembers = endpoint({
  method: 'POST',
  path: 'webmail/administration/listMembers.action',
  fields: {
    /** Of a name or an address. */
    words: withDefault(text(100), ''),
    cursor: withDefault(text(320), ''),
    size: withDefault(whole(1, 100), 50),
  },
  reply: v.object({
    list: v.array(
      v.object({
        id: v.string(),
        address: v.string(),
        name: v.string(),
        isSelf: v.boolean(),
        isAdministrator: v.boolean(),
        state: v.picklist(memberStates),
        /** Bytes; null where a mail server has the mailbox. */
        used: v.nullable(v.number()),
        quota: v.number(),
        /** Epoch milliseconds. */
        lastSignIn: v.nullable(v.number()),
        hasFactor: v.boolean(),
        /** Messages of the last 24 hours. */
        sent: v.number(),
        /** Of one that is being removed. */
        removal: v.nullable(
          v.object({
            hasFailed: v.boolean(),
            /** Why it failed. */
            reason: v.nullable(v.picklist(refusalCodes)),
            isCancellable: v.boolean(),
            /** Messages that are handed over. */
            done: v.number(),
            total: v.number(),
          }),
        ),
      }),
    ),
    /** Empty at the end. */
    next: v.string(),
  }),
  codes: ['notAllowed'],
})

/** The member's id; one of another organization is one that is not there. */
const id = text(100)
const changing = ['notAllowed', 'notFound', 'serverCannot'] as const
const weak = ['passwordWeak', 'passwordCommon', 'passwordPersonal'] as const

export const addMember = endpoint({
  method: 'POST',
  path: 'webmail/administration/addMember.action',
  fields: { name: text(100), domain: text(253), displayName: withDefault(text(100), ''), password: text(256) },
  codes: [...changing, ...weak, 'nameInvalid', 'nameTaken', 'seatsFull'],
})

/** Ends all sign-ins; mail goes on arriving. */
export const lockMember = endpoint({
  method: 'POST',
  path: 'webmail/administration/lockMember.action',
  fields: { id },
  codes: changing,
})

export const unlockMember = endpoint({
  method: 'POST',
  path: 'webmail/administration/unlockMember.action',
  fields: { id },
  codes: changing,
})

/** Ends all sign-ins, trusted devices and resets that wait; the second factor stays. */
export const resetMemberPassword = endpoint({
  method: 'POST',
  path: 'webmail/administration/resetPassword.action',
  fields: { id, password: text(256) },
  codes: [...changing, ...weak],
})

/** Removes authenticator, recovery codes and passkeys. */
export const resetMemberFactors = endpoint({
  method: 'POST',
  path: 'webmail/administration/resetFactors.action',
  fields: { id },
  codes: changing,
})

export const setMemberQuota = endpoint({
  method: 'POST',
  path: 'webmail/administration/setQuota.action',
  fields: {
    id,
    /** Left out, what the tier has; never more than that. */
    bytes: optional(whole(administrationLimits.leastQuotaBytes, Number.MAX_SAFE_INTEGER)),
  },
  codes: changing,
})

/** `notAllowed` for the last administrator. */
export const setMemberRole = endpoint({
  method: 'POST',
  path: 'webmail/administration/setRole.action',
  fields: { id, role: word(['member', 'administrator']) },
  codes: ['notAllowed', 'notFound'],
})

/** What is in the account before it is removed. */
export const removalPreview = endpoint({
  method: 'POST',
  path: 'webmail/administration/previewRemoval.action',
  fields: { id },
  reply: v.object({ ...endings.entries, messages: v.number() }),
  codes: changing,
})

/** Locks the member at once, hands the messages over, and removes the account in the end. */
export const removeMember = endpoint({
  method: 'POST',
  path: 'webmail/administration/removeMember.action',
  fields: {
    id,
    /** Who gets the messages, in a folder of the removed address; left out, they go. */
    target: optional(text(320)),
  },
  codes: [...changing, 'quotaExceeded'],
})

/** Goes on with one that failed; `notAllowed` for another choice once all is handed over. */
export const resumeRemoval = endpoint({
  method: 'POST',
  path: 'webmail/administration/resumeRemoval.action',
  fields: {
    id,
    /** Who gets all of the messages in place of the one before; left out, as before. */
    target: optional(text(320)),
    /** Nobody gets what is not handed over yet. */
    drops: withDefault(flag(), false),
  },
  codes: [...changing, 'quotaExceeded'],
})

/** The member stays locked, what was handed over stays there; `notAllowed` at the end. */
export const cancelRemoval = endpoint({
  method: 'POST',
  path: 'webmail/administration/cancelRemoval.action',
  fields: { id },
  codes: changing,
})
