/** Where all messages are forwarded to, and the addresses that agreed to it (BEHAVIOUR §10). */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { flag, text } from '../../field'

const reply = v.object({
  isOn: v.boolean(),
  /** Empty where none was chosen yet. */
  to: v.string(),
  keepsCopy: v.boolean(),
  targets: v.array(
    v.object({
      address: v.string(),
      isConfirmed: v.boolean(),
      /** When the next verification mail may go to it; null where it needs none. */
      resendAt: v.nullable(v.number()),
      /** Names the mail that went to it, for `verification/sent.action`; null where none did. */
      sent: v.nullable(v.string()),
    }),
  ),
  /** False where nothing leaves this server. */
  canSendOutside: v.boolean(),
  /** The organization has turned forwarding off: what stands here rests. */
  isOff: v.boolean(),
})

const address = () => text(320)
const writingCodes = ['serverCannot', 'rulesChanged', 'quotaExceeded'] as const

export const readForwarding = endpoint({
  method: 'POST',
  path: 'webmail/settings/forwarding.action',
  reply,
  codes: ['serverCannot'],
})

/** Keeps an address, and asks one outside by a verification mail, also once more. */
export const addForwardTarget = endpoint({
  method: 'POST',
  path: 'webmail/settings/addForwardTarget.action',
  fields: { address: address() },
  reply,
  codes: [
    ...['serverCannot', 'recipientInvalid', 'recipientOutside', 'recipientUnknown', 'forwardLoop'],
    ...['notAllowed', 'forwardTargetsFull', 'verificationTooSoon', 'tooManyTries'],
  ] as const,
})

/** What forwards to it is turned off. */
export const removeForwardTarget = endpoint({
  method: 'POST',
  path: 'webmail/settings/removeForwardTarget.action',
  fields: { address: address() },
  reply,
  codes: writingCodes,
})

export const saveForwarding = endpoint({
  method: 'POST',
  path: 'webmail/settings/saveForwarding.action',
  fields: { isOn: flag(), to: address(), keepsCopy: flag() },
  reply,
  codes: [...writingCodes, 'notAllowed', 'forwardUnconfirmed', 'forwardLoop'] as const,
})
