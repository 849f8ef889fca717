/** A mail being written, opened by where it comes from. */
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNote } from '../../components/state/ErrorNote'
import { Skeleton } from '../../components/state/Skeleton'
import { fullDate } from '../../components/text/mailDate'
import type { QuoteTexts } from '../../lib/html'
import { useAppDispatch, useAppSelector } from '../../store/typed'
import { ComposerForm, type Surroundings } from './ComposerForm'
import { selectOpen } from './composeSlice'
import type { Origin } from './draft/localContent'
import { NothingToWrite } from './opening/NothingToWrite'
import { openComposer } from './opening/openComposer'
import './compose.css'

type Props = Surroundings & {
  /** Names it in the store and in this browser. */
  composerKey: string
  origin: Origin
  /** The draft that it was saved as before the page was loaded anew. */
  draftId: string | null
  /** The link that a new mail follows. */
  mailto: string | null
}

export function ComposerPane({ composerKey, origin, draftId, mailto, ...surroundings }: Props) {
  const { t, i18n } = useTranslation(['compose', 'errors'])
  const dispatch = useAppDispatch()
  const open = useAppSelector((state) => selectOpen(state, composerKey))
  const { mode, id } = origin

  const load = useCallback(() => {
    const words: QuoteTexts = ({ from, date, ...header }) => {
      const time = fullDate(date, i18n.language)
      if (mode !== 'forward') return [t('quote.wrote', { from, date: time })]
      const rows: readonly (readonly [string, string])[] = [
        [t('quote.from'), from],
        [t('quote.date'), time],
        [t('to'), header.to],
        [t('cc'), header.cc],
        [t('subject'), header.subject],
      ]
      const said = rows.filter(([, value]) => value !== '')
      return [t('quote.forwarded'), ...said.map(([name, value]) => t('quote.row', { name, value }))]
    }
    void dispatch(openComposer(composerKey, { mode, id }, draftId, words, mailto))
  }, [dispatch, composerKey, mode, id, draftId, mailto, t, i18n])

  // Opened once: another language must not open it anew over what was written.
  const [isAsked, setAsked] = useState(false)
  useEffect(() => {
    if (isAsked) return
    setAsked(true)
    load()
  }, [isAsked, load])

  const isCutOff = open?.status === 'failed' && open.code === 'unreachable'
  useEffect(() => {
    if (!isCutOff) return
    window.addEventListener('online', load)
    return () => window.removeEventListener('online', load)
  }, [isCutOff, load])

  if (open === undefined || open.status === 'loading') return <Skeleton />
  if (open.status === 'failed' && open.code === 'notFound') return <NothingToWrite isDraft={mode === 'draft'} />
  if (open.status === 'failed') return <ErrorNote message={`errors:${open.code}`} onRetry={load} />
  return <ComposerForm composer={open.composer} {...surroundings} />
}
