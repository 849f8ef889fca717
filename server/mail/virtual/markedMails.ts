/** Lets mails bear what a store beside their own knows of them, in whichever list they stand. */
import type { StoredSummary } from '../../core/mail'
import type { MailPage, MailStore, OpenedMail } from '../mail.store'

export type Marks = {
  readonly onRows: (rows: readonly StoredSummary[]) => Promise<readonly StoredSummary[]>
  /** Of a mail that is opened more may be known than of its row. */
  readonly onOpened?: (opened: OpenedMail) => Promise<StoredSummary | undefined>
  /** Another one where a list that is held would show other marks, which its mails do not tell. */
  readonly version: (folder: string) => Promise<string>
}

export function marked(store: MailStore, { onRows, onOpened, version }: Marks): MailStore {
  const onPage = async (page: MailPage | null) => page && { ...page, list: await onRows(page.list) }
  return {
    ...store,
    page: async (query) => onPage(await store.page(query)),
    version: async (folder) => {
      const bare = await store.version(folder)
      return bare && `${bare} ${await version(folder)}`
    },
    conversation: async (id, at) => onPage(await store.conversation(id, at)),
    search: async (query) => onPage(await store.search(query)),
    summaries: async (ids) => onRows(await store.summaries(ids)),
    open: async (id) => {
      const opened = await store.open(id)
      if (opened === null) return null
      const summary = onOpened ? await onOpened(opened) : (await onRows([opened.summary]))[0]
      return summary ? { ...opened, summary } : opened
    },
  }
}
