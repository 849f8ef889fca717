/** Finds members of an organization by name and address. */
import type { Address } from '../core/mail'

export type Directory = {
  /**
   * Members who are not locked, by name, as they were 10 s before `now` at the latest.
   * `cursor` is the `next` of the page before, empty at first; `next` is empty at the end.
   */
  readonly page: (
    organization: string,
    words: readonly string[],
    at: { readonly cursor: string; readonly size: number; readonly now: number },
  ) => Promise<{ readonly people: readonly Address[]; readonly next: string }>
}
