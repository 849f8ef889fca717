/** Searching as a page of its own, as phones have it. */
import Button from 'antd/es/button'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { AntdPage } from '../../components/antd/AntdPage'
import { loadFolders } from '../../store/mail/folderThunks'
import { pathTo } from '../../store/routes/pathTo'
import { useAppDispatch, useAppSelector } from '../../store/typed'
import { forgetRecent } from './box/recentSearches'
import { SearchBox } from './box/SearchBox'
import { SavedList } from './saved/SavedList'
import { parseQuery } from './searchQuery'
import { selectRecent } from './searchSlice'
import { useRunSearch } from './useRunSearch'
import './searchPage.css'

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
      <AntdPage title={t('title')} nav={<Link to={pathTo('receive')}>{t('toInbox')}</Link>}>
        {/* The field of the top bar, which the inbox has already. */}
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
          <section aria-label={t('recent')}>
            <div className="search-page-head">
              <h2>{t('recent')}</h2>
              <Button onClick={() => dispatch(forgetRecent())}>{t('forgetRecent')}</Button>
            </div>
            <ul>
              {recent.map((text) => (
                <li key={text}>
                  <Button type="text" className="search-page-again" onClick={() => run(parseQuery(text))}>
                    <bdi>{text}</bdi>
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        )}
      </AntdPage>
    </main>
  )
}
