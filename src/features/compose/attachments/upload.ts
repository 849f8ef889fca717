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
}

/** What is kept of it over a reload; the file itself stays with its person. */
export const unfinishedSchema = v.object({
  name: v.string(),
  type: v.string(),
  size: v.number(),
  cid: v.nullable(v.string()),
  uploadId: v.nullable(v.string()),
})
export type Unfinished = v.InferOutput<typeof unfinishedSchema>

export function unfinishedOf(uploads: readonly Upload[]): Unfinished[] {
  return uploads.map(({ name, type, size, cid, uploadId }) => ({ name, type, size, cid, uploadId }))
}

/** As they are found again: they wait for their file. */
export function waitingUploads(unfinished: readonly Unfinished[]): Upload[] {
  return unfinished.map((file) => ({ ...file, id: nanoid(), sent: 0, code: null, needsFile: true }))
}
