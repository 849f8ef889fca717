/** The file centre (SPEC §2, BEHAVIOUR §14): a tab for each kind of files. */
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { AntdPage } from '#src/components/antd/AntdPage'
import { pathTo } from '#src/store/routes/pathTo'
import { MyFiles } from './mine/MyFiles'
import './files.css'

type Tab = { readonly id: string; readonly Panel: ComponentType }

/** In the order of the page; the first is shown where the address names none. */
const tabs: readonly [Tab, ...Tab[]] = [{ id: 'mine', Panel: MyFiles }]

export function FilesPage() {
  const { t } = useTranslation('files')
  const [query] = useSearchParams()
  const { id, Panel } = tabs.find((tab) => tab.id === query.get('tab')) ?? tabs[0]
  const links = tabs.map((tab) => (
    <Link
      key={tab.id}
      className={tab.id === id ? 'active' : ''}
      aria-current={tab.id === id ? 'page' : undefined}
      to={tab === tabs[0] ? pathTo('records') : `${pathTo('records')}?tab=${tab.id}`}
    >
      {t(`tabs.${tab.id}`)}
    </Link>
  ))
  return (
    <AntdPage title={t('title')} width="wide" {...(tabs.length > 1 && { nav: links })}>
      <Panel />
    </AntdPage>
  )
}
