import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import FolderOutlined from '@ant-design/icons/es/icons/FolderOutlined'
import MailOutlined from '@ant-design/icons/es/icons/MailOutlined'
import SettingOutlined from '@ant-design/icons/es/icons/SettingOutlined'
import TeamOutlined from '@ant-design/icons/es/icons/TeamOutlined'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, NavLink, useLocation } from 'react-router-dom'
import { type RouteId, routeIds, routeTable } from '#contract/routes'
import { pathTo } from '#src/store/routes/pathTo'
import { useRouteSpec } from '#src/store/routes/useRouteSpec'
import './PhoneBar.css'

const icons: Readonly<Partial<Record<RouteId, ReactNode>>> = {
  receive: <MailOutlined />,
  contact: <TeamOutlined />,
  records: <FolderOutlined />,
  setting: <SettingOutlined />,
}

const tabs = routeIds
  .flatMap((id) => {
    const { tab, title } = routeTable[id]
    return tab === undefined ? [] : [{ id, order: tab.order, label: tab.label ?? title }]
  })
  .toSorted((one, other) => one.order - other.order)

/** The tab bar of a phone, with Write where the thumb is. */
export function PhoneBar() {
  const { t } = useTranslation(['layout', 'titles'])
  const { title, isWriting = false } = useRouteSpec()
  const { pathname } = useLocation()
  // Writing has its own keys below, a message its answers.
  if (isWriting || title === 'titles:mailshow') return null
  return (
    <nav className="layout-phone" aria-label={t('tabs')}>
      <Link className="ep-button ep-button-primary layout-write" to={pathTo('writeMail')}>
        <EditOutlined aria-hidden="true" />
        {t('write')}
      </Link>
      {tabs.map(({ id, label }) => (
        <NavLink key={id} className="layout-tab" to={routeTable[id].title === title ? pathname : pathTo(id)}>
          <span aria-hidden="true">{icons[id]}</span>
          {t(label)}
        </NavLink>
      ))}
    </nav>
  )
}
