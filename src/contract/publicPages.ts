/** Pages that strangers find: the build writes down texts that the gateway puts into them. */
import * as v from 'valibot'

/** Stands in the built app's folder. */
export const publicPagesFile = 'public-pages.json'

/** By path and language; `{{brand}}` stands for the name of the installation. */
export const publicPagesSchema = v.record(
  v.string(),
  v.object({
    'zh-CN': v.object({ title: v.string(), description: v.string() }),
    'en-US': v.object({ title: v.string(), description: v.string() }),
  }),
)
export type PublicPages = v.InferOutput<typeof publicPagesSchema>
