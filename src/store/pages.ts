/** Pages by the gateway's cursors: one after another, or each below those before it. */
import { useState } from 'react'
import type { Call, Endpoint, Reply } from '../contract/endpoint'
import { ask, type ReplyState } from './ask'
import { useAppDispatch } from './typed'

/**
 * The cursors of the pages that were seen: the last one is of the page that is shown.
 * @param key of what is looked through: another one begins at its first page
 */
export function useCursors(key = '') {
  const [at, setAt] = useState<{ readonly key: string; readonly seen: readonly string[] }>({ key, seen: [''] })
  const seen = at.key === key ? at.seen : ['']
  return {
    cursor: seen.at(-1) ?? '',
    isFirst: seen.length === 1,
    /** How many pages are before the one that is shown. */
    before: seen.length - 1,
    toFirst: () => setAt({ key, seen: [''] }),
    toNext: (next: string) => setAt({ key, seen: [...seen, next] }),
    toPrevious: () => setAt({ key, seen: seen.slice(0, -1) }),
  }
}

export type Cursors = ReturnType<typeof useCursors>

/** Asks for a further page and shows it with what was found; a refusal is said. */
export function useMore<E extends Endpoint>(entry: E, { replace }: Pick<ReplyState<E>, 'replace'>) {
  const dispatch = useAppDispatch()
  const [asking, setAsking] = useState<{ readonly of: typeof replace } | null>(null)
  async function askMore(form: Call<E>, joined: (page: Reply<E>) => Reply<E>) {
    setAsking({ of: replace })
    const page = await dispatch(ask(entry, form))
    setAsking((now) => (now?.of === replace ? null : now))
    if (page !== null) replace(joined(page))
  }
  // What another form was asked for meanwhile is no concern of the one that is shown.
  return { isAsking: asking?.of === replace, askMore }
}
