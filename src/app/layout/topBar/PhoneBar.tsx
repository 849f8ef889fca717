import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import FileTextOutlined from '@ant-design/icons/es/icons/FileTextOutlined'
import HomeOutlined from '@ant-design/icons/es/icons/HomeOutlined'
import MailOutlined from '@ant-design/icons/es/icons/MailOutlined'
import { useTranslation } from 'react-i18next'
import { Link, NavLink } from 'react-router-dom'
import { pathTo } from '#src/store/routes/pathTo'
import { useRouteSpec } from '#src/store/routes/useRouteSpec'
import './PhoneBar.css'

const withoutWrite = ['titles:writeMail', 'titles:mailshow']

/** The tab bar of a phone, with Write where the thumb is. */
export function PhoneBar() {
  const { t } = useTranslation('layout')
  const { title } = useRouteSpec()
  if (title === 'titles:writeMail') return null
  return (
    <nav className="layout-phone" aria-label={t('tabs')}>
      {!withoutWrite.includes(title) && (
        <Link className="ep-button ep-button-primary layout-write" to={pathTo('writeMail')}>
          <EditOutlined aria-hidden="true" />
          {t('write')}
        </Link>
      )}
      <NavLink className="layout-tab" to={pathTo('receive')}>
        <MailOutlined aria-hidden="true" />
        {t('mail')}
      </NavLink>
      <NavLink className="layout-tab" to={pathTo('draft')}>
        <FileTextOutlined aria-hidden="true" />
        {t('folders.draft')}
      </NavLink>
      <NavLink className="layout-tab" to={pathTo('mainPage')}>
        <HomeOutlined aria-hidden="true" />
        {t('home')}
      </NavLink>
    </nav>
  )
}
