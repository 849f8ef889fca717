/** Fetches ahead the neighbours of the open mail and the unread mails in sight. */
import { useEffect, useMemo } from 'react'
import type { MailSummary } from '#contract/shapes'
import { prefetchMails } from '#src/store/mail/cache'
import { useAppDispatch, useAppSelector } from '#src/store/typed'
import { mailsOf } from '../listData/conversationRows'
import { selectOpenFetchedAt } from '../mailboxSelectors'

type InSight = { readonly first: number; readonly last: number }

/** What will most likely be opened next, the likeliest first. */
export function likelyNext(
  rows: readonly MailSummary[],
  openId: string | null,
  { first, last }: InSight,
): readonly MailSummary[] {
  const at = rows.findIndex((row) => row.id === openId)
  const neighbours = at < 0 ? [] : [rows[at + 1], rows[at - 1]].filter((row) => row !== undefined)
  const unread = rows.slice(first, last + 1).filter((row) => !row.seen && row.id !== openId)
  return [...new Set([...neighbours, ...unread])].flatMap((row) => mailsOf(row)[0] ?? [])
}

export function usePrefetch(rows: readonly MailSummary[], openId: string | null, { first, last }: InSight): void {
  const dispatch = useAppDispatch()
  const toldAt = useAppSelector(selectOpenFetchedAt)
  // Rows of a former visit may be gone by now: those that the gateway has told of are worth a request.
  const wanted = useMemo(
    () => (toldAt === 0 ? [] : likelyNext(rows, openId, { first, last })),
    [rows, openId, first, last, toldAt],
  )
  useEffect(
    () => (wanted.length === 0 ? undefined : dispatch(prefetchMails(wanted, toldAt))),
    [dispatch, wanted, toldAt],
  )
}
