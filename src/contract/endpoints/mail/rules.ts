/** The classification rules of an account (SPEC §3, §4, BEHAVIOUR §10). */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { flag, json, optional, text, whole, word } from '../../field'
import { limits } from '../../limits'
import { ruleDraft, ruleFeatures } from '../../mail/ruleDraft'
import { address } from '../../shapes'
import { mailJob } from './jobs'

/** A rule as it is kept. */
const rule = /* @__PURE__ */ v.object({ ...ruleDraft.entries, id: v.string(), isEnabled: v.boolean() })

const shownRule = /* @__PURE__ */ v.object({
  ...rule.entries,
  /** Another one whenever the rule itself has changed. */
  version: v.string(),
  /** A folder that it names is no longer there: it stays off until another one is chosen. */
  isFolderGone: v.boolean(),
})
export type ShownRule = v.InferOutput<typeof shownRule>

const ruleList = /* @__PURE__ */ v.object({
  /** In the order in which they are carried out. */
  rules: v.array(shownRule),
  /** False where somebody has switched them off on the mail server. */
  isInForce: v.boolean(),
  /** All messages are forwarded, and what is forwarded is returned to nobody. */
  isForwarding: v.boolean(),
  /** What other programs have written on the mail server, as Sieve: shown and never changed. */
  foreign: v.array(v.object({ name: v.nullable(v.string()), script: v.string() })),
  /** What the mail server cannot do. */
  lacking: v.array(v.picklist(ruleFeatures)),
})
export type RuleList = v.InferOutput<typeof ruleList>

const writeCodes = [
  'notFound',
  'serverCannot',
  'rulesChanged',
  'tooLarge',
  'quotaExceeded',
  'answeredElsewhere',
  'forwardUnconfirmed',
  'notAllowed',
] as const
const draft = () => json(ruleDraft, limits.ruleCharacters)
const id = () => text(64)

export const rules = endpoint({
  method: 'GET',
  path: 'webmail/mailFiltering/rules.action',
  reply: ruleList,
  codes: ['serverCannot'],
})

/**
 * Adds a rule after those that there are, or changes one, which keeps its place and its switch. What `ruleFault` finds is
 * `badField` with its field; `notFound` with the field `actions` is a folder that is not there.
 */
export const saveRule = endpoint({
  method: 'POST',
  path: 'webmail/mailFiltering/saveRule.action',
  fields: {
    id: optional(id()),
    /** Of the rule that is changed, as it was read. */
    version: optional(text(64)),
    rule: draft(),
  },
  reply: v.object({ ...ruleList.entries, id: v.string() }),
  codes: writeCodes,
})

export const removeRule = endpoint({
  method: 'POST',
  path: 'webmail/mailFiltering/removeRule.action',
  fields: { id: id() },
  reply: ruleList,
  codes: writeCodes,
})

/** Puts a removed rule back at its place, once, however often it is asked. */
export const restoreRule = endpoint({
  method: 'POST',
  path: 'webmail/mailFiltering/restoreRule.action',
  fields: { rule: json(rule, limits.ruleCharacters), before: optional(id()) },
  reply: ruleList,
  codes: writeCodes,
})

/** Puts a rule before another one, or at the end. */
export const moveRule = endpoint({
  method: 'POST',
  path: 'webmail/mailFiltering/moveRule.action',
  fields: { id: id(), before: optional(id()) },
  reply: ruleList,
  codes: writeCodes,
})

export const switchRule = endpoint({
  method: 'POST',
  path: 'webmail/mailFiltering/switchRule.action',
  fields: { id: id(), on: flag() },
  reply: ruleList,
  codes: writeCodes,
})

const match = /* @__PURE__ */ v.object({
  id: v.string(),
  folder: v.string(),
  from: address,
  subject: v.string(),
  receivedAt: v.number(),
})
export type RuleMatch = v.InferOutput<typeof match>

/** Which mails of the last `limits.ruleTrialDays` a rule would be met by, a slice a call. */
export const tryRule = endpoint({
  method: 'POST',
  path: 'webmail/mailFiltering/tryRule.action',
  fields: { rule: draft(), page: optional(whole(1, limits.ruleTrialPages)) },
  reply: v.object({
    /** Newest first; `receivedAt` in epoch milliseconds. */
    matches: v.array(match),
    /** Mails looked at in this slice. */
    examined: v.number(),
    /** Null when there are no more. */
    next: v.nullable(v.number()),
    /** More have arrived in these days than are looked at. */
    isCut: v.boolean(),
  }),
  codes: writeCodes,
})

/** Null where none was asked for within a day. */
const lastRun = /* @__PURE__ */ v.object({
  run: v.nullable(
    v.object({
      job: mailJob,
      /** The one that takes it back. */
      undo: v.nullable(mailJob),
      /** Null where all that were on are run. */
      ruleName: v.nullable(v.string()),
      /** Mails that are as it left them: as many can be taken back. */
      changed: v.number(),
    }),
  ),
})
export type RuleRunState = v.InferOutput<typeof lastRun>

export const ruleRun = endpoint({
  method: 'GET',
  path: 'webmail/mailFiltering/ruleRun.action',
  reply: lastRun,
})

const runCodes = ['notFound', 'notAllowed', 'noMailSelected', 'tooManyTries', 'serverCannot'] as const

/**
 * Carries out one rule, or all that are on, over the messages of a folder, as a job.
 * Nothing is forwarded, answered or rejected, and what a rule deletes goes to the trash.
 * `notAllowed` is a folder of what the person writes, a view, and rules that would do nothing.
 */
export const startRuleRun = endpoint({
  method: 'POST',
  path: 'webmail/mailFiltering/startRuleRun.action',
  fields: { folder: text(200), id: optional(id()) },
  reply: lastRun,
  codes: runCodes,
})

/** Puts each message of a run back into its folder, with its flags, as another job. */
export const undoRuleRun = endpoint({
  method: 'POST',
  path: 'webmail/mailFiltering/undoRuleRun.action',
  fields: { id: text(100) },
  reply: lastRun,
  codes: runCodes,
})

/** The rules as a file in Sieve (RFC 5228), as a mail server would get them. */
export const exportRules = endpoint({
  method: 'GET',
  path: 'webmail/mailFiltering/exportRules.action',
  reply: v.object({ script: v.string() }),
  codes: ['serverCannot'],
})

const fileFields = { script: text(limits.ruleFileUnits) }
/** Percent signs of a form make one character nine. */
const fileBytes = 9 * limits.ruleFileUnits

/**
 * What of a file in Sieve is understood. What is not Sieve is `badField` for `script`, with `line`.
 * What is no rule of the product is foreign; one that cannot be kept is refused by its name.
 * `tooLarge` says by `what` whether there are too many `rules` or `commands`.
 */
export const readRuleFile = endpoint({
  method: 'POST',
  path: 'webmail/mailFiltering/readRuleFile.action',
  fields: fileFields,
  reply: v.object({
    rules: v.array(rule),
    foreign: v.array(v.object({ line: v.number(), command: v.string() })),
    refused: v.array(v.string()),
  }),
  codes: ['serverCannot', 'badField', 'tooLarge'],
  formBytes: fileBytes,
})

/** Adds what is understood, or puts it in the place of all; what may not be on yet is off. */
export const importRules = endpoint({
  method: 'POST',
  path: 'webmail/mailFiltering/importRules.action',
  fields: { ...fileFields, way: word(['add', 'replace']) },
  reply: ruleList,
  codes: [...writeCodes, 'badField'],
  formBytes: fileBytes,
})
