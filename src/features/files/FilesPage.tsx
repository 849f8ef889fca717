/** The file centre (SPEC §2, BEHAVIOUR §14): a tab for each kind of files. */
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { AntdPage } from '#src/components/antd/AntdPage'
import { pathTo } from '#src/store/routes/pathTo'
import { useAppSelector } from '#src/store/typed'
import { AttachmentsView } from './attachments/AttachmentsView'
import { FileLinks } from './links/FileLinks'
import { MyFiles } from './mine/MyFiles'
import './files.css'

type Tab = {
  /** Stands in the address, and in the key of its name. */
  readonly id: string
  readonly Panel: ComponentType
}

/** In the order of the page; the first is shown where the address names none. */
const allTabs: readonly [Tab, ...Tab[]] = [
  { id: 'mine', Panel: MyFiles },
  { id: 'attachments', Panel: AttachmentsView },
  { id: 'links', Panel: FileLinks },
]

/** Leads to the other tabs; there is nothing to choose from where there is one. */
function TabLinks({ tabs, shown }: { tabs: readonly Tab[]; shown: string }) {
  const { t } = useTranslation('files')
  return tabs.map(({ id }) => (
    <Link
      key={id}
      className={id === shown ? 'active' : ''}
      aria-current={id === shown ? 'page' : undefined}
      to={id === allTabs[0].id ? pathTo('records') : pathTo('records', {}, { tab: id })}
    >
      {t(`tabs.${id}`)}
    </Link>
  ))
}

export function FilesPage() {
  const { t } = useTranslation('files')
  const [query] = useSearchParams()
  const isListed = useAppSelector(({ site }) => site.listsAttachments)
  const tabs = allTabs.filter((tab) => isListed || tab.id !== 'attachments')
  const { id, Panel } = tabs.find((tab) => tab.id === query.get('tab')) ?? allTabs[0]
  return (
    <AntdPage title={t('title')} width="wide" {...(tabs.length > 1 && { nav: <TabLinks tabs={tabs} shown={id} /> })}>
      <Panel />
    </AntdPage>
  )
}
