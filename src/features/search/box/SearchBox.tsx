/** The simple search: words, a place to look in, and the way to the advanced one. */
import ControlOutlined from '@ant-design/icons/es/icons/ControlOutlined'
import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { searchLocations } from '#contract/endpoints/mail/mail'
import { IconButton } from '#src/components/button/IconButton'
import { lazyDialog } from '#src/components/lazy/lazyDialog'
import { selectFolders } from '#src/store/mail/folders'
import { useAppDispatch, useAppSelector } from '#src/store/typed'
import { useSearchedQuery } from '../results/useSearchedQuery'
import { loadSaved } from '../saved/savedSearches'
import { queryFault } from '../searchFind'
import { formatQuery, parseQuery, type SearchLocation, type SearchQuery } from '../searchQuery'
import { advancedClosed, advancedOpened, selectIsAdvanced, selectRecent } from '../searchSlice'
import { folderTextOf, useRunSearch } from '../useRunSearch'
import { loadRecent } from './recentSearches'
import { SavedMenu } from './SavedMenu'
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
  const recent = useAppSelector(selectRecent)
  const isAdvanced = useAppSelector(selectIsAdvanced)
  const [typed, setTyped] = useState(text)
  const [place, setPlace] = useState(location)
  const [isRefused, setRefused] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
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

  return (
    <search className="search-box" onFocus={() => void dispatch(loadSaved())}>
      <form className="search-box-form" onSubmit={handleSubmit}>
        <input
          ref={field}
          type="search"
          className="search-box-words"
          aria-label={t('search:keyword')}
          aria-keyshortcuts="/"
          aria-invalid={isRefused || undefined}
          aria-describedby={isRefused ? `${id}-fault` : undefined}
          placeholder={t('search:placeholder')}
          autoComplete="off"
          maxLength={200}
          list={`${id}-recent`}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setRefused(false)
          }}
        />
        <datalist id={`${id}-recent`}>
          {recent.map((former) => (
            <option key={former} value={former} />
          ))}
        </datalist>
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
      {isRefused && (
        <p id={`${id}-fault`} className="search-box-fault" role="alert">
          {t('errors:keywordTooShort')}
        </p>
      )}
      {isAdvanced && <AdvancedDialog query={query()} onClose={() => dispatch(advancedClosed())} onSubmit={run} />}
    </search>
  )
}
