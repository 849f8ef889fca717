/** The file centre (SPEC §2, BEHAVIOUR §14): a tab for each kind of files. */
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { AntdPage } from '#src/components/antd/AntdPage'
import { pathTo } from '#src/store/routes/pathTo'
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
const tabs: readonly [Tab, ...Tab[]] = [
  { id: 'mine', Panel: MyFiles },
  { id: 'attachments', Panel: AttachmentsView },
  { id: 'links', Panel: FileLinks },
]

function TabLinks({ shown }: { shown: string }) {
  const { t } = useTranslation('files')
  return tabs.map(({ id }) => (
    <Link
      key={id}
      className={id === shown ? 'active' : ''}
      aria-current={id === shown ? 'page' : undefined}
      to={id === tabs[0].id ? pathTo('records') : pathTo('records', {}, { tab: id })}
    >
      {t(`tabs.${id}`)}
    </Link>
  ))
}

export function FilesPage() {
  const { t } = useTranslation('files')
  const [query] = useSearchParams()
  const { id, Panel } = tabs.find((tab) => tab.id === query.get('tab')) ?? tabs[0]
  return (
    <AntdPage title={t('title')} width="wide" nav={<TabLinks shown={id} />}>
      <Panel />
    </AntdPage>
  )
}
