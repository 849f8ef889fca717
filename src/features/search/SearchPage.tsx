/** Searching as a page of its own, as phones have it. */
import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Button } from '../../components/button/Button'
import { loadFolders } from '../../store/mail/folderThunks'
import { pathTo } from '../../store/routes/pathTo'
import { useAppDispatch, useAppSelector } from '../../store/typed'
import { forgetRecent } from './box/recentSearches'
import { SearchBox } from './box/SearchBox'
import { SavedList } from './saved/SavedList'
import { parseQuery } from './searchQuery'
import { selectRecent } from './searchSlice'
import { useRunSearch } from './useRunSearch'
import './SearchPage.css'

const operators = [
  'from:',
  'subject:',
  'has:attachment',
  'is:unread',
  'after:2026-01-01',
  'larger:5M',
  'in:sent',
  'in:anywhere',
]

export function SearchPage() {
  const { t } = useTranslation('search')
  const dispatch = useAppDispatch()
  const run = useRunSearch()
  const recent = useAppSelector(selectRecent)
  useEffect(() => {
    void dispatch(loadFolders())
  }, [dispatch])
  return (
    <main className="search-page">
      <header className="search-page-head">
        <Link className="ep-icon-button" to={pathTo('receive')} aria-label={t('toInbox')} title={t('toInbox')}>
          <LeftOutlined aria-hidden />
        </Link>
        <h1>{t('title')}</h1>
      </header>
      <SearchBox />
      <p className="search-page-hint">{t('hint')}</p>
      <p className="search-page-hint">
        {t('operators')}{' '}
        {operators.map((operator) => (
          <code key={operator}>{operator}</code>
        ))}
      </p>
      <SavedList />
      {recent.length > 0 && (
        <section className="search-page-part ep-card" aria-label={t('recent')}>
          <header>
            <h2>{t('recent')}</h2>
            <Button onClick={() => dispatch(forgetRecent())}>{t('forgetRecent')}</Button>
          </header>
          <ul>
            {recent.map((text) => (
              <li key={text}>
                <button type="button" className="search-page-again" onClick={() => run(parseQuery(text))}>
                  <bdi>{text}</bdi>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </main>
  )
}
