/** A mail being written, opened by where it comes from. */
import { nanoid } from '@reduxjs/toolkit'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNote } from '../../../components/ErrorNote'
import { fullDate } from '../../../components/mailDate'
import { Skeleton } from '../../../components/Skeleton'
import { useAppDispatch, useAppSelector } from '../../../store/typed'
import { selectOpen } from '../composeSlice'
import type { Origin } from '../content'
import { useDraftAddress } from '../hooks/useDraftAddress'
import { openComposer } from '../openComposer'
import { ComposeForm } from './ComposeForm'
import '../compose.css'

type Props = {
  origin: Origin
  /** The draft that it was saved as before the page was loaded anew. */
  draftId: string | null
  onSent: (id: string) => void
  onCancel: () => void
}

export function Composer({ origin, draftId, onSent, onCancel }: Props) {
  const { t, i18n } = useTranslation(['compose', 'errors'])
  const dispatch = useAppDispatch()
  const [key] = useState(() => nanoid())
  const open = useAppSelector((state) => selectOpen(state, key))
  const { mode, id } = origin

  const load = useCallback(() => {
    const words = (from: string, date: number | null) =>
      t(mode === 'forward' ? 'quote.forwarded' : 'quote.wrote', { from, date: fullDate(date, i18n.language) })
    void dispatch(openComposer(key, { mode, id }, draftId, words))
  }, [dispatch, key, mode, id, draftId, t, i18n])

  // Opened once: another language must not open it anew over what was written.
  const [isAsked, setAsked] = useState(false)
  useEffect(() => {
    if (isAsked) return
    setAsked(true)
    load()
  }, [isAsked, load])

  useDraftAddress(open?.status === 'ready' ? open.composer : null)

  if (open === undefined || open.status === 'loading') return <Skeleton />
  if (open.status === 'failed') return <ErrorNote message={`errors:${open.code}`} onRetry={load} />
  return <ComposeForm composer={open.composer} onSent={onSent} onCancel={onCancel} />
}
