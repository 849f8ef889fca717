/** A file of a mail being written that the gateway has not got whole, as plain data. */
import { nanoid } from '@reduxjs/toolkit'
import * as v from 'valibot'
import type { ClientCode, RefusalCode } from '#contract/codes'

export type Upload = {
  readonly id: string
  readonly name: string
  readonly type: string
  /** Bytes. */
  readonly size: number
  /** Where the text shows it: its Content-ID. */
  readonly cid: string | null
  /** Bytes that went over. */
  sent: number
  /** The gateway's name for it, once it has one. */
  uploadId: string | null
  /** Why it stopped; null while it runs. */
  code: RefusalCode | ClientCode | null
  /** The page was loaded anew before it was over: the person has to choose the file again. */
  needsFile: boolean
  /** It is too large for the message: stored as a file, it goes as a link. */
  readonly asLink?: boolean
  /** Of such a one: the upload that the gateway has whole. */
  stored?: string | undefined
}

/** Bytes of those that will be attachments. */
export function pendingSizes(uploads: readonly Upload[]): readonly number[] {
  return uploads.flatMap(({ asLink, size }) => (asLink ? [] : [size]))
}

/** What is kept of it over a reload; the file itself stays with its person. */
export const unfinishedSchema = v.object({
  name: v.string(),
  type: v.string(),
  size: v.number(),
  cid: v.nullable(v.string()),
  uploadId: v.nullable(v.string()),
  /** Left out by older copies. */
  asLink: v.optional(v.boolean(), false),
})
export type Unfinished = v.InferOutput<typeof unfinishedSchema>

export function unfinishedOf(uploads: readonly Upload[]): Unfinished[] {
  return uploads.map(({ name, type, size, cid, uploadId, asLink = false }) => ({
    name,
    type,
    size,
    cid,
    uploadId,
    asLink,
  }))
}

/** As they are found again: they wait for their file. */
export function waitingUploads(unfinished: readonly Unfinished[]): Upload[] {
  return unfinished.map((file) => ({ ...file, id: nanoid(), sent: 0, code: null, needsFile: true }))
}
