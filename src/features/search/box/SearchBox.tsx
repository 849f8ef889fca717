/** The simple search: words, a place to look in, and the way to the advanced one. */
import ControlOutlined from '@ant-design/icons/es/icons/ControlOutlined'
import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { searchLocations } from '#contract/endpoints/mail/mail'
import { isOfInputMethod } from '#src/components/browser/keyTargets'
import { useArrivalFocus } from '#src/components/browser/useArrivalFocus'
import { IconButton } from '#src/components/button/IconButton'
import { lazyDialog } from '#src/components/lazy/lazyDialog'
import { selectFolders } from '#src/store/mail/folders'
import { useAppDispatch, useAppSelector } from '#src/store/typed'
import { useSearchedQuery } from '../results/useSearchedQuery'
import { loadSaved } from '../saved/savedSearches'
import { queryFault } from '../searchFind'
import { formatQuery, parseQuery, type SearchLocation, type SearchQuery } from '../searchQuery'
import { advancedClosed, advancedOpened, selectIsAdvanced } from '../searchSlice'
import { folderTextOf, useRunSearch } from '../useRunSearch'
import { loadRecent } from './recentSearches'
import { SavedMenu } from './SavedMenu'
import { type SearchHint, SearchHints, useSearchHints } from './SearchHints'
import { useSearchKey } from './useSearchKey'
import './SearchBox.css'

const AdvancedDialog = lazyDialog(async () => (await import('../advanced/AdvancedDialog')).AdvancedDialog)

export function SearchBox() {
  const asked = useSearchedQuery()
  const folders = useAppSelector(selectFolders)
  const text = formatQuery(asked, folderTextOf(asked.folder, folders))
  // Going to another question, by whichever way, begins the field anew.
  return <Box key={`${asked.location} ${text}`} text={text} location={asked.location} />
}

function Box({ text, location }: { text: string; location: SearchLocation }) {
  const { t } = useTranslation(['search', 'errors'])
  const dispatch = useAppDispatch()
  const run = useRunSearch()
  const isAdvanced = useAppSelector(selectIsAdvanced)
  const [typed, setTyped] = useState(text)
  const [place, setPlace] = useState(location)
  const [isRefused, setRefused] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const hints = useSearchHints(typed)
  const areHinted = isOpen && !isRefused && hints.length > 0
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  // The box of the question before is gone, and the focus with it.
  useArrivalFocus('content')
  useSearchKey(() => {
    field.current?.focus()
    field.current?.select()
  })
  useEffect(() => {
    dispatch(loadRecent())
  }, [dispatch])

  const query = (): SearchQuery => ({ ...parseQuery(typed), location: place })

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (queryFault(query()) !== null) {
      setRefused(true)
      field.current?.focus()
      return
    }
    setRefused(false)
    run(query())
  }

  function choose(hint: SearchHint) {
    setOpen(false)
    run(hint.query)
  }

  function handleKey(event: KeyboardEvent) {
    if (isOfInputMethod(event.nativeEvent) || hints.length === 0) return
    const hint = areHinted ? hints[active] : undefined
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step !== undefined) {
      setOpen(true)
      // One place more: before the first and after the last the field itself is meant.
      const places = hints.length + 1
      setActive(((active + 1 + step + places) % places) - 1)
    } else if (event.key === 'Escape' && areHinted) setOpen(false)
    else if (event.key === 'Enter' && hint !== undefined) choose(hint)
    else return
    event.preventDefault()
  }

  return (
    <search className="search-box" onFocus={() => void dispatch(loadSaved())}>
      <form className="search-box-form" onSubmit={handleSubmit}>
        <input
          ref={field}
          type="search"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={areHinted}
          aria-controls={areHinted ? `${id}-hints` : undefined}
          aria-activedescendant={areHinted && active >= 0 ? `${id}-hints-${active}` : undefined}
          className="search-box-words"
          aria-label={t('search:keyword')}
          aria-keyshortcuts="/"
          aria-invalid={isRefused || undefined}
          aria-describedby={isRefused ? `${id}-fault` : undefined}
          placeholder={t('search:placeholder')}
          autoComplete="off"
          maxLength={200}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setRefused(false)
            setOpen(true)
            setActive(-1)
          }}
          onFocus={() => setOpen(true)}
          onClick={() => setOpen(true)}
          onBlur={() => {
            setOpen(false)
            setActive(-1)
          }}
          onKeyDown={handleKey}
        />
        <select
          className="search-box-place"
          aria-label={t('search:location')}
          value={place}
          onChange={(event) => {
            const chosen = searchLocations.find((known) => known === event.target.value)
            if (chosen !== undefined) setPlace(chosen)
          }}
        >
          {searchLocations.map((known) => (
            <option key={known} value={known}>
              {t(`search:at.${known}`)}
            </option>
          ))}
        </select>
        <IconButton type="submit" label={t('search:submit')} icon={<SearchOutlined aria-hidden />} />
        <IconButton
          label={t('search:advanced')}
          icon={<ControlOutlined aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => dispatch(advancedOpened())}
        />
        <SavedMenu />
      </form>
      {areHinted && <SearchHints id={`${id}-hints`} hints={hints} active={active} onChoose={choose} />}
      {isRefused && (
        <p id={`${id}-fault`} className="search-box-fault" role="alert">
          {t('errors:keywordTooShort')}
        </p>
      )}
      {isAdvanced && <AdvancedDialog query={query()} onClose={() => dispatch(advancedClosed())} onSubmit={run} />}
    </search>
  )
}
