/** The file centre (SPEC §2, BEHAVIOUR §14): a tab for each kind of files. */
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { AntdPage } from '#src/components/antd/AntdPage'
import { pathTo } from '#src/store/routes/pathTo'
import { MyFiles } from './mine/MyFiles'
import './files.css'

type Tab = {
  /** Stands in the address, and in the key of its name. */
  readonly id: string
  readonly Panel: ComponentType
}

/** In the order of the page; the first is shown where the address names none. */
const tabs: readonly [Tab, ...Tab[]] = [{ id: 'mine', Panel: MyFiles }]

/** Leads to the other tabs; there is nothing to choose from where there is one. */
function TabLinks({ shown }: { shown: string }) {
  const { t } = useTranslation('files')
  return tabs.map((tab) => (
    <Link
      key={tab.id}
      className={tab.id === shown ? 'active' : ''}
      aria-current={tab.id === shown ? 'page' : undefined}
      to={tab === tabs[0] ? pathTo('records') : pathTo('records', {}, { tab: tab.id })}
    >
      {t(`tabs.${tab.id}`)}
    </Link>
  ))
}

export function FilesPage() {
  const { t } = useTranslation('files')
  const [query] = useSearchParams()
  const { id, Panel } = tabs.find((tab) => tab.id === query.get('tab')) ?? tabs[0]
  return (
    <AntdPage title={t('title')} width="wide" {...(tabs.length > 1 && { nav: <TabLinks shown={id} /> })}>
      <Panel />
    </AntdPage>
  )
}
