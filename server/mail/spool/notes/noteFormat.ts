/**
 * What is noted beside the message files, so that a lost database can be made again (docs/decisions/0027): in each directory of messages
 * `notes.jsonl`, a line for each change, of which the last about a message holds; and `accounts/ID.json`, a file for each account.
 */
import { join } from 'node:path'
import * as v from 'valibot'
import { tierIds } from '#contract/tiers'

export const notesName = 'notes.jsonl'

export const flagNames = ['seen', 'flagged', 'answered', 'forwarded', 'receipt', 'tells_recall'] as const

const mailNote = v.object({
  id: v.string(),
  account: v.string(),
  /** A system folder's word, or the id of one that the account's file describes. */
  folder: v.string(),
  flags: v.array(v.picklist(flagNames)),
  /** Epoch milliseconds. */
  receivedAt: v.number(),
  key: v.nullable(v.string()),
  /** The order of arrival within its database. */
  seq: v.number(),
})

/** All mails that refer to one message file; none where it belongs to nobody any more. */
const messageNote = v.object({ message: v.string(), mails: v.array(mailNote) })

const accountNote = v.object({
  id: v.string(),
  address: v.string(),
  displayName: v.string(),
  tier: v.picklist(tierIds),
  organization: v.nullable(v.string()),
  /** By an operator, or for its removal. */
  locked: v.boolean(),
  dueAt: v.nullable(v.number()),
  /** When it goes, as its owner wants; older versions noted none. */
  closesAt: v.optional(v.nullable(v.number()), null),
  /** The person's own, each after the one that it stands in. */
  folders: v.array(v.object({ id: v.string(), name: v.string(), parent: v.nullable(v.string()) })),
})

export type MailNote = v.InferOutput<typeof mailNote>
export type MessageNote = v.InferOutput<typeof messageNote>
export type AccountNote = v.InferOutput<typeof accountNote>

/** Whether a path within a data directory is of what is noted beside the messages. */
export function isNote(path: string): boolean {
  return /^mail\/([0-9a-f]{2}\/notes\.jsonl|accounts\/[\w-]+\.json|store\.json)$/.test(path)
}

/** The directory of a message's file, within the directory of all mail. */
export const shardOf = (message: string) => message.slice(0, 2)

export const accountsOf = (mail: string) => join(mail, 'accounts')

/** Null for a line that a crash cut, and for anything else that is none. */
export function readMessageNote(line: string): MessageNote | null {
  return read(messageNote, line)
}

export function readAccountNote(text: string): AccountNote | null {
  return read(accountNote, text)
}

function read<Schema extends v.GenericSchema>(schema: Schema, text: string): v.InferOutput<Schema> | null {
  try {
    const found = v.safeParse(schema, JSON.parse(text))
    return found.success ? found.output : null
  } catch {
    return null
  }
}
