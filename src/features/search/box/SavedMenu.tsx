/** Beside the field: the searches that bear names, what was searched for of late, and the way to both. */
import HistoryOutlined from '@ant-design/icons/es/icons/HistoryOutlined'
import StarOutlined from '@ant-design/icons/es/icons/StarOutlined'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { Menu } from '#src/components/menu/Menu'
import { pathTo } from '#src/store/routes/pathTo'
import { useAppSelector } from '#src/store/typed'
import { queryOfSaved } from '../saved/savedSearches'
import { parseQuery } from '../searchQuery'
import { selectRecent, selectSaved } from '../searchSlice'
import { useRunSearch } from '../useRunSearch'

/** Of those of late; the page of the search has all. */
const recentMost = 5

export function SavedMenu() {
  const { t } = useTranslation('search')
  const navigate = useNavigate()
  const run = useRunSearch()
  const saved = useAppSelector(selectSaved)
  const recent = useAppSelector(selectRecent)
  return (
    <Menu
      label={t('savedMenu')}
      align="end"
      items={[
        ...(saved ?? []).map((search) => ({
          key: search.id,
          label: <bdi>{search.name}</bdi>,
          icon: <StarOutlined />,
          onChoose: () => run(queryOfSaved(search)),
        })),
        ...recent.slice(0, recentMost).map((text) => ({
          key: `recent ${text}`,
          label: <bdi>{text}</bdi>,
          icon: <HistoryOutlined />,
          onChoose: () => run(parseQuery(text)),
        })),
        { key: 'all', label: t('manageSaved'), onChoose: () => void navigate(pathTo('search')) },
      ]}
    >
      <StarOutlined aria-hidden />
    </Menu>
  )
}
