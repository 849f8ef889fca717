import HistoryOutlined from '@ant-design/icons/es/icons/HistoryOutlined'
import LogoutOutlined from '@ant-design/icons/es/icons/LogoutOutlined'
import MenuOutlined from '@ant-design/icons/es/icons/MenuOutlined'
import SettingOutlined from '@ant-design/icons/es/icons/SettingOutlined'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { contactPhoto } from '#contract/endpoints/contacts/photos'
import { downloadTicket } from '#contract/endpoints/mail/reading'
import { readableAddress } from '#contract/mail/domainSpelling'
import { Avatar } from '#src/components/brand/Avatar'
import { Brand } from '#src/components/brand/Brand'
import { useIsAtMost } from '#src/components/browser/useMediaQuery'
import { IconButton } from '#src/components/button/IconButton'
import { LanguageSwitch } from '#src/components/button/LanguageSwitch'
import { lazyPiece } from '#src/components/lazy/lazyPiece'
import { Menu } from '#src/components/menu/Menu'
import { chinaDate } from '#src/components/text/mailDate'
import { SearchBox } from '#src/features/search/box/SearchBox'
import { SearchLink } from '#src/features/search/box/SearchLink'
import { useReply } from '#src/store/ask'
import { pathTo } from '#src/store/routes/pathTo'
import { usePathToPay } from '#src/store/routes/usePathToPay'
import { useServices } from '#src/store/servicesContext'
import { selectUser } from '#src/store/session/session'
import { readStoredOrganization } from '#src/store/session/storedSession'
import { languageChosen, selectLanguage } from '#src/store/settings/preferences'
import { selectBrand, selectLogoUrl } from '#src/store/shell/site'
import { useAppDispatch, useAppSelector } from '#src/store/typed'
import { signOutByHand } from '../signOutByHand'
import './TopBar.css'

const OrganizationBrand = lazyPiece(async () => (await import('./OrganizationBrand')).OrganizationBrand, 'nothing')
const SkinMenu = lazyPiece(async () => (await import('#src/features/settings/SkinMenu')).SkinMenu, 'button')

export function TopBar({ onMenu }: { onMenu?: (() => void) | undefined }) {
  const { t } = useTranslation('layout')
  const dispatch = useAppDispatch()
  const isPhone = useIsAtMost('tablet')
  const language = useAppSelector(selectLanguage)
  const brand = useAppSelector((state) => selectBrand(state, language))
  const installation = { name: brand, logoUrl: useAppSelector(selectLogoUrl) }
  const { stored } = useServices()
  const user = useAppSelector(selectUser)
  const name = user === null ? '' : user.displayName || readableAddress(user.username)
  const tier = user === null ? '' : t(`tier.${user.tier}`)
  const dueTime = user?.dueTime ?? null
  const toUpgrade = usePathToPay()
  const organization = user === null ? null : readStoredOrganization(stored)
  return (
    <header className="layout-top">
      {onMenu !== undefined && <IconButton label={t('menu')} icon={<MenuOutlined />} onClick={onMenu} />}
      <Link className="layout-home" to={pathTo('mainPage')} aria-label={t('home')}>
        {organization === null ? (
          <Brand {...installation} />
        ) : (
          <OrganizationBrand
            {...installation}
            organization={organization}
            waiting={<Brand {...installation} />}
            without={<Brand {...installation} />}
          />
        )}
      </Link>
      <div className="layout-top-space">{user !== null && !isPhone && <SearchBox />}</div>
      {user !== null && isPhone && <SearchLink />}
      {user !== null && (
        <Link className="layout-chip" to={toUpgrade}>
          {dueTime === null ? tier : t('membership', { tier, date: chinaDate(dueTime, language) })}
        </Link>
      )}
      {user !== null && !isPhone && <SkinMenu waiting={<span className="ep-icon-button" />} />}
      <LanguageSwitch language={language} onChoose={(chosen) => dispatch(languageChosen(chosen))} />
      {user !== null && <AccountMenu name={name} photo={user.photo} />}
    </header>
  )
}

function AccountMenu({ name, photo }: { name: string; photo: string }) {
  const { t } = useTranslation('layout')
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const { linkTo } = useServices()
  // Asked for once: one that is renewed for as long as the bar stands would keep an idle session.
  const ticket = useReply(downloadTicket, photo === '' ? null : {}, photo)
  const isShown = photo !== '' && ticket.state === 'answered'
  return (
    <Menu
      label={t('account', { name })}
      className="layout-avatar"
      align="end"
      items={[
        {
          key: 'settings',
          label: t('settings'),
          icon: <SettingOutlined />,
          onChoose: () => void navigate(pathTo('setting')),
        },
        {
          key: 'signIns',
          label: t('signIns'),
          icon: <HistoryOutlined />,
          onChoose: () => void navigate(pathTo('maps')),
        },
        {
          key: 'signOut',
          label: t('signOut'),
          icon: <LogoutOutlined />,
          onChoose: () => void dispatch(signOutByHand()),
        },
      ]}
    >
      <Avatar name={name} photo={isShown ? linkTo(contactPhoto, { sid: ticket.reply.sid, photo }) : null} />
    </Menu>
  )
}
