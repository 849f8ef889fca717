/** Leaving: everything in one archive, and the closing of an account (docs/decisions/0063). */
import * as v from 'valibot'
import { refusalCodes } from '../../codes'
import { endpoint } from '../../endpoint'
import { flag, optional, text, withDefault, word } from '../../field'
import { messageFormats } from '../../leaving/leavingRules'
import { tierId } from '../../shapes'

const archive = v.object({
  /** `expired`: it was ready and is kept no longer. */
  state: v.picklist(['none', 'running', 'ready', 'expired', 'failed']),
  /** Names it in its link; empty where there is none. */
  id: v.string(),
  /** Messages that are in it by now, and that it was about when it was asked for. */
  done: v.number(),
  total: v.number(),
  /** Bytes, once it is ready. */
  size: v.nullable(v.number()),
  /** Until when it is kept, in epoch milliseconds. */
  expiresAt: v.nullable(v.number()),
  /** Why it failed. */
  reason: v.nullable(v.picklist(refusalCodes)),
})

export const accountArchive = endpoint({
  method: 'GET',
  path: 'webmail/leaving/archive.action',
  reply: archive,
})

/** Begins an archive in the place of the one before; while one is made it tells of that. */
export const startAccountArchive = endpoint({
  method: 'POST',
  path: 'webmail/leaving/startArchive.action',
  fields: {
    format: word(messageFormats),
    /** With what lies in My files. */
    files: withDefault(flag(), false),
    language: word(['zh-CN', 'en-US']),
  },
  reply: archive,
  codes: ['tooManyTries'],
})

/** Ends one that is made; one that is ready goes. */
export const dropAccountArchive = endpoint({
  method: 'POST',
  path: 'webmail/leaving/dropArchive.action',
  reply: archive,
})

/** The archive by a download ticket, whole or the range that is asked for (RFC 9110 §14). */
export const downloadAccountArchive = endpoint({
  method: 'GET',
  path: 'webmail/leaving/downloadArchive.action',
  fields: { sid: text(200), id: text(100) },
  anonymous: true,
  codes: ['notFound', 'ticketExpired'],
  body: 'bytesOut',
})

/** What closing the account would mean for whoever asks. */
export const closingState = endpoint({
  method: 'GET',
  path: 'webmail/leaving/closing.action',
  reply: v.object({
    /** False where a mail server has mailbox and password: it is closed there. */
    isOffered: v.boolean(),
    /** Whose member it is: they close it. */
    organization: v.nullable(v.string()),
    /** A second step is set, so that a code is asked for beside the password. */
    needsCode: v.boolean(),
    tier: tierId,
    dueTime: v.nullable(v.number()),
  }),
})

/** Closes the account, which ends every sign-in; it goes at `closesAt` unless it is taken back. */
export const closeAccount = endpoint({
  method: 'POST',
  path: 'webmail/leaving/close.action',
  fields: { password: text(256), code: optional(text(40)) },
  reply: v.object({ closesAt: v.number() }),
  codes: ['004', 'codeWrong', 'notAllowed', 'serverCannot', 'tooManyTries'],
})

/** Takes a closed account back, by what a sign-in gave. */
export const takeBackAccount = endpoint({
  method: 'POST',
  path: 'webmail/leaving/takeBack.action',
  fields: { ticket: text(200) },
  codes: ['ticketExpired'],
  anonymous: true,
})
