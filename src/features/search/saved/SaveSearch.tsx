/** Above the results: keeps the question under a name, or says under which one it is kept. */
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyDialog } from '#src/components/lazy/lazyDialog'
import { useAppDispatch, useAppSelector } from '#src/store/typed'
import type { SearchQuery } from '../searchQuery'
import { selectSaved } from '../searchSlice'
import { loadSaved, savedAs, saveNamedSearch } from './savedSearches'

const NameDialog = lazyDialog(async () => (await import('./NameDialog')).NameDialog)

type Props = {
  query: SearchQuery
  /** The question in words, for the name to begin with. */
  text: string
}

/** Characters of the name that is proposed. */
const proposedMost = 30

export function SaveSearch({ query, text }: Props) {
  const { t } = useTranslation('search')
  const dispatch = useAppDispatch()
  const saved = useAppSelector(selectSaved)
  const [isAsking, setAsking] = useState(false)
  useEffect(() => {
    void dispatch(loadSaved())
  }, [dispatch])
  const kept = savedAs(query, saved ?? [])
  const isKept = kept !== undefined
  const words = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (!isKept || !isAsking) return
    // The button that opened the dialog is gone with it.
    words.current?.focus()
    setAsking(false)
  }, [isKept, isAsking])
  if (isKept) {
    return (
      <span ref={words} tabIndex={-1} className="search-kept">
        {t('savedAs', { name: kept.name })}
      </span>
    )
  }
  return (
    <>
      <button type="button" className="ep-link search-head-link" onClick={() => setAsking(true)}>
        {t('saveThis')}
      </button>
      {isAsking && (
        <NameDialog
          title={t('saveThis')}
          name={[...text].slice(0, proposedMost).join('').trim()}
          onClose={() => setAsking(false)}
          onName={(name) => dispatch(saveNamedSearch(name, query))}
        />
      )}
    </>
  )
}
