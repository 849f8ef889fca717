import LogoutOutlined from '@ant-design/icons/es/icons/LogoutOutlined'
import MenuOutlined from '@ant-design/icons/es/icons/MenuOutlined'
import SettingOutlined from '@ant-design/icons/es/icons/SettingOutlined'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Avatar } from '../../components/Avatar'
import { Brand } from '../../components/Brand'
import { IconButton } from '../../components/IconButton'
import { inPlace } from '../../components/inPlace'
import { LanguageSwitch } from '../../components/LanguageSwitch'
import { Menu } from '../../components/Menu'
import { dayDate } from '../../components/mailDate'
import { onDemand } from '../../components/onDemand'
import { useIsAtMost } from '../../components/useMediaQuery'
import { SearchBox } from '../../features/search/components/SearchBox'
import { SearchLink } from '../../features/search/components/SearchLink'
import { pathTo } from '../../store/pathTo'
import { selectLanguage } from '../../store/preferences'
import { selectUser } from '../../store/session'
import { chooseLanguage } from '../../store/settingsThunks'
import { selectBrand, selectLogoUrl } from '../../store/site'
import { useAppDispatch, useAppSelector } from '../../store/typed'
import { leave } from './leave'
import './TopBar.css'

const SkinMenu = inPlace(async () => (await import('../../features/settings/components/SkinMenu')).SkinMenu, 'button')
const SettingsDialog = onDemand(async () => (await import('../../features/settings')).SettingsDialog)

export function TopBar({ onMenu }: { onMenu?: (() => void) | undefined }) {
  const { t } = useTranslation('layout')
  const dispatch = useAppDispatch()
  const isPhone = useIsAtMost('tablet')
  const language = useAppSelector(selectLanguage)
  const brand = useAppSelector((state) => selectBrand(state, language))
  const logoUrl = useAppSelector(selectLogoUrl)
  const user = useAppSelector(selectUser)
  const name = user === null ? '' : user.displayName || user.username
  const tier = user === null ? '' : t(`tier.${user.tier}`)
  const dueTime = user?.dueTime ?? null
  const [areSettingsShown, setSettingsShown] = useState(false)
  return (
    <header className="layout-top">
      {onMenu !== undefined && <IconButton label={t('menu')} icon={<MenuOutlined />} onClick={onMenu} />}
      <Link className="layout-home" to={pathTo('mainPage')} aria-label={t('home')}>
        <Brand name={brand} logoUrl={logoUrl} />
      </Link>
      <div className="layout-top-space">{user !== null && !isPhone && <SearchBox />}</div>
      {user !== null && isPhone && <SearchLink />}
      {user !== null && (
        <span className="layout-chip">
          {dueTime === null ? tier : t('membership', { tier, date: dayDate(dueTime, language) })}
        </span>
      )}
      {user !== null && !isPhone && <SkinMenu waiting={<span className="ep-icon-button" />} />}
      <LanguageSwitch language={language} onChoose={(chosen) => dispatch(chooseLanguage(chosen))} />
      {user !== null && (
        <Menu
          label={t('account', { name })}
          className="layout-avatar"
          align="end"
          items={[
            {
              key: 'settings',
              label: t('settings'),
              icon: <SettingOutlined />,
              onChoose: () => setSettingsShown(true),
            },
            {
              key: 'signOut',
              label: t('signOut'),
              icon: <LogoutOutlined />,
              onChoose: () => void dispatch(leave()),
            },
          ]}
        >
          <Avatar name={name} />
        </Menu>
      )}
      {areSettingsShown && <SettingsDialog onClose={() => setSettingsShown(false)} />}
    </header>
  )
}
