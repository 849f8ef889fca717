/** What this browser keeps of a mail being written, over a reload or a tab that dies. */
import * as v from 'valibot'
import { type ComposeMode, composeModes } from '#contract/endpoints/sending/sending'
import { unfinishedSchema } from '../attachments/upload'
import { contentSchema } from '../content'

/** Where a composer was opened: by it a copy kept in this browser is found again. */
export type Origin = { readonly mode: ComposeMode; readonly id: string | null }

const keptSchema = v.object({
  content: contentSchema,
  origin: v.object({ mode: v.picklist(composeModes), id: v.nullable(v.string()) }),
  /** When the gateway last took it, in epoch milliseconds. */
  savedAt: v.nullable(v.number()),
  /** Left out by older copies. */
  unfinished: v.optional(v.array(unfinishedSchema), () => []),
})
export type LocalContent = v.InferOutput<typeof keptSchema>

/** Reads what this browser kept; null when it is of another time or broken. */
export function readLocalContent(value: unknown): LocalContent | null {
  const read = v.safeParse(keptSchema, value)
  return read.success ? read.output : null
}
