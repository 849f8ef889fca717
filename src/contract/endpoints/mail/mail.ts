/** Mail lists and management (SPEC §7). */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { flag, list, optional, text, whole, withDefault, word } from '../../field'
import { limits } from '../../limits'
import { folder, mailSummary } from '../../shapes'

const page = () => withDefault(whole(1, limits.pageMax), 1)
const pageSize = () => optional(whole(1, limits.pageSizeMax))
const ids = () => list(limits.idsPerRequest, 200)

export const sorts = ['date', 'from', 'subject', 'size'] as const
export const filters = ['all', 'unread', 'flagged', 'attachment'] as const
export const marks = ['seen', 'unseen', 'flagged', 'unflagged'] as const
export type Sort = (typeof sorts)[number]
export type Filter = (typeof filters)[number]
export type Mark = (typeof marks)[number]

const listReply = v.object({
  list: v.array(mailSummary),
  total: v.number(),
  unread: v.nullable(v.number()),
  page: v.number(),
  pageSize: v.number(),
})

/** Where each mail of a request was and what it is called now, so that an Undo can put it back. */
const moved = v.object({
  moved: v.array(v.object({ id: v.string(), newId: v.string(), from: v.string() })),
})

/** The same, with what was set for the senders, so that an Undo can take that back as well. */
const decided = v.object({
  ...moved.entries,
  /** Senders that were put on the blacklist, and those that were taken off the whitelist for it. */
  blocked: v.array(v.string()),
  distrusted: v.array(v.string()),
  /** Ids of rules that were made. */
  rules: v.array(v.string()),
  /** Whitelist entries that still let through who was blocked. */
  against: v.array(v.string()),
})

export const queryFolder = endpoint({
  method: 'POST',
  path: 'webmail/query/queryfolder2.action',
  fields: {
    folder: text(200),
    page: page(),
    pageSize: pageSize(),
    sort: withDefault(word(sorts), 'date'),
    order: withDefault(word(['asc', 'desc']), 'desc'),
    filter: withDefault(word(filters), 'all'),
    /** One row for each conversation; not in a view, which shows single mails. A filter lets through what holds a mail that fits. */
    conversations: withDefault(flag(), false),
    /** The `version` of an answer to the same question that is still held; empty from whoever holds none and wants one. */
    known: optional(text(100)),
  },
  reply: v.object({
    ...listReply.entries,
    /** Names this answer, where it was asked for and the mail server can tell when it would be another one. */
    version: v.optional(v.string()),
    /** The answer of that version still holds: `list`, `total` and `unread` are empty and say nothing. */
    unchanged: v.optional(v.boolean()),
    /** False where mails cannot be grouped into conversations. */
    conversations: v.optional(v.literal(false)),
  }),
  codes: ['notFound', 'notAllowed', 'serverCannot', 'vipOnly', 'recoveryOff'],
})

export const viewMails = endpoint({
  method: 'POST',
  path: 'webmail/manage/view2.action',
  fields: { ids: ids() },
  reply: v.object({ list: v.array(mailSummary) }),
  codes: ['noMailSelected', 'vipOnly', 'recoveryOff', 'serverCannot'],
})

export const removeMails = endpoint({
  method: 'POST',
  path: 'webmail/manage/remove2.action',
  fields: { ids: ids() },
  reply: v.object({ removed: v.array(v.string()) }),
  codes: ['noMailSelected', 'notAllowed', 'notFound', 'vipOnly', 'recoveryOff', 'serverCannot'],
})

export const moveMails = endpoint({
  method: 'POST',
  path: 'webmail/manage/move2.action',
  fields: { ids: ids(), target: text(200) },
  reply: moved,
  codes: ['noMailSelected', 'notFound', 'notAllowed'],
})

export const markMails = endpoint({
  method: 'POST',
  path: 'webmail/manage/mark2',
  fields: { ids: ids(), folder: optional(text(200)), mark: word(marks) },
  reply: v.object({ mark: v.picklist(marks), changed: v.number() }),
  codes: ['noMailSelected', 'notFound'],
})

export const moveToJunk = endpoint({
  method: 'POST',
  path: 'webmail/manage/moveMailJunk2.action',
  fields: { ids: ids() },
  reply: moved,
  codes: ['noMailSelected', 'notFound'],
})

export const folderInfo = endpoint({
  method: 'GET',
  path: 'webmail/query/folderinfo.action',
  reply: v.object({ folders: v.array(folder) }),
})

export const searchLocations = ['all', 'subject', 'from', 'to', 'body', 'attachment'] as const

/** In a search's `folder`: every folder. Without a folder all but Deleted and Junk are searched. */
export const anywhere = 'anywhere'

/** Offsets of matched text, in UTF-16 units, by field of the row. */
const match = v.object({
  field: v.picklist(['subject', 'preview', 'from']),
  start: v.number(),
  end: v.number(),
})

const searchReply = v.object({
  ...listReply.entries,
  list: v.array(v.object({ ...mailSummary.entries, matches: v.array(match) })),
  /** True while the search goes on: this is what was found by now, and the same question asked again tells more. */
  goesOn: v.optional(v.boolean()),
})

export const search = endpoint({
  method: 'POST',
  path: 'webmail/query/search2.action',
  fields: {
    keyword: text(200),
    /** Has to be chosen (SPEC §5). */
    location: word(searchLocations),
    folder: optional(text(200)),
    page: page(),
    pageSize: pageSize(),
  },
  reply: searchReply,
  codes: ['keywordTooShort', 'notFound'],
})

/** What is looked for. Every field that is given must fit; a keyword is looked for as in the simple search. At least one besides the folder is given. */
export const searchFields = {
  keyword: optional(text(200)),
  /** Where the keyword is looked for: given with every keyword. */
  location: optional(word(searchLocations)),
  from: optional(text(200)),
  to: optional(text(200)),
  subject: optional(text(200)),
  body: optional(text(200)),
  attachmentName: optional(text(200)),
  hasAttachment: optional(flag()),
  folder: optional(text(200)),
  seen: optional(flag()),
  flagged: optional(flag()),
  urgent: optional(flag()),
  /** First and last instant of arrival, both included. */
  startDate: optional(whole(0, 8_640_000_000_000_000)),
  endDate: optional(whole(0, 8_640_000_000_000_000)),
  /** Bytes, both included. */
  minSize: optional(whole(0, Number.MAX_SAFE_INTEGER)),
  maxSize: optional(whole(0, Number.MAX_SAFE_INTEGER)),
}

export const advancedSearch = endpoint({
  method: 'POST',
  path: 'webmail/query/advance_search2.action',
  fields: { ...searchFields, page: page(), pageSize: pageSize() },
  reply: searchReply,
  codes: ['keywordTooShort', 'notFound'],
})

export const pollNewMail = endpoint({
  method: 'GET',
  path: 'webmail/query/timingQueryMail.action',
  fields: { since: optional(text(200)) },
  reply: v.object({
    newmailcount: v.number(),
    cursor: v.string(),
    newest: v.array(mailSummary),
    /** What of it is to be told, where the person has named people who always or never tell. */
    told: v.optional(v.object({ count: v.number(), always: v.boolean(), newest: v.array(mailSummary) })),
  }),
})

export const moveAndRemember = endpoint({
  method: 'POST',
  path: 'webmail/mailFiltering/moveMail2.action',
  fields: { ids: ids(), target: text(200), rememberSender: withDefault(flag(), false) },
  reply: decided,
  codes: ['noMailSelected', 'notFound', 'notAllowed', 'serverCannot', 'rulesChanged', 'tooLarge'],
})

export const reportSpam = endpoint({
  method: 'POST',
  path: 'webmail/mailFiltering/saveReportSpamList.action',
  fields: { ids: ids(), blacklist: withDefault(flag(), false) },
  reply: decided,
  codes: ['noMailSelected', 'notFound', 'serverCannot', 'rulesChanged', 'tooLarge'],
})

/** Takes back what `reportSpam` and `moveAndRemember` have set for senders. */
export const takeBackSenders = endpoint({
  method: 'POST',
  path: 'webmail/mailFiltering/takeBackSenders.action',
  fields: {
    blocked: list(limits.listEntries),
    distrusted: list(limits.listEntries),
    rules: list(limits.rules),
  },
  codes: ['serverCannot', 'rulesChanged', 'tooLarge'],
})

export const unschedule = endpoint({
  method: 'POST',
  path: 'webmail/manage/reMailDateMove2.action',
  fields: { ids: ids() },
  /** `newId` is the draft's. */
  reply: moved,
  codes: [
    'noMailSelected',
    'notFound',
    'tooLateToTakeBack',
    'takenBackElsewhere',
    'attachmentsTooLarge',
    'quotaExceeded',
    'diskFull',
  ],
})
