import LogoutOutlined from '@ant-design/icons/es/icons/LogoutOutlined'
import MenuOutlined from '@ant-design/icons/es/icons/MenuOutlined'
import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Avatar } from '../../components/Avatar'
import { Brand } from '../../components/Brand'
import { IconButton } from '../../components/IconButton'
import { LanguageSwitch } from '../../components/LanguageSwitch'
import { Menu } from '../../components/Menu'
import { dayDate } from '../../components/mailDate'
import { useIsAtMost } from '../../components/useMediaQuery'
import { SearchBox } from '../../features/search/components/SearchBox'
import { pathTo } from '../../store/pathTo'
import { languageChosen, selectLanguage } from '../../store/preferences'
import { selectUser } from '../../store/session'
import { signOut } from '../../store/sessionThunks'
import { selectBrand, selectLogoUrl } from '../../store/site'
import { useAppDispatch, useAppSelector } from '../../store/typed'
import './TopBar.css'

export function TopBar({ onMenu }: { onMenu?: (() => void) | undefined }) {
  const { t } = useTranslation(['layout', 'search'])
  const dispatch = useAppDispatch()
  const isPhone = useIsAtMost('tablet')
  const language = useAppSelector(selectLanguage)
  const brand = useAppSelector((state) => selectBrand(state, language))
  const logoUrl = useAppSelector(selectLogoUrl)
  const user = useAppSelector(selectUser)
  const name = user === null ? '' : user.displayName || user.username
  const tier = user === null ? '' : t(`tier.${user.tier}`)
  const dueTime = user?.dueTime ?? null
  return (
    <header className="layout-top">
      {onMenu !== undefined && <IconButton label={t('menu')} icon={<MenuOutlined />} onClick={onMenu} />}
      <Link className="layout-home" to={pathTo('mainPage')} aria-label={t('home')}>
        <Brand name={brand} logoUrl={logoUrl} />
      </Link>
      <div className="layout-top-space">{user !== null && !isPhone && <SearchBox />}</div>
      {user !== null && isPhone && (
        <Link className="ep-icon-button" to={pathTo('search')} aria-label={t('search:title')} title={t('search:title')}>
          <SearchOutlined aria-hidden />
        </Link>
      )}
      {user !== null && (
        <span className="layout-chip">
          {dueTime === null ? tier : t('membership', { tier, date: dayDate(dueTime, language) })}
        </span>
      )}
      <LanguageSwitch language={language} onChoose={(chosen) => dispatch(languageChosen(chosen))} />
      {user !== null && (
        <Menu
          label={t('account', { name })}
          className="layout-avatar"
          align="end"
          items={[
            {
              key: 'signOut',
              label: t('signOut'),
              icon: <LogoutOutlined />,
              onChoose: () => dispatch(signOut()),
            },
          ]}
        >
          <Avatar name={name} />
        </Menu>
      )}
    </header>
  )
}
