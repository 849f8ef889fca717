import CaretDownOutlined from '@ant-design/icons/es/icons/CaretDownOutlined'
import CaretRightOutlined from '@ant-design/icons/es/icons/CaretRightOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import SettingOutlined from '@ant-design/icons/es/icons/SettingOutlined'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../components/button/IconButton'
import type { Folder } from '../../contract/shapes'
import { selectFolders } from '../../store/mail/folders'
import { useAppSelector } from '../../store/typed'
import { FolderDialog } from './dialogs/FolderDialog'
import { FolderMenu } from './FolderMenu'
import { type Branch, branchesOf, unreadWithin } from './folderTree'
import { ManageDialog } from './ManageDialog'
import { useClosedBranches } from './useClosedBranches'
import './folders.css'

type Props = {
  /** The link of a folder; `unread` is what it tells, more than its own where it is closed over others. */
  link: (folder: Folder, unread: number) => ReactNode
}

/** The tree of the person's own folders in the sidebar, under the heading from which they are made and managed. */
export function OwnFolders({ link }: Props) {
  const { t } = useTranslation('folders')
  const folders = useAppSelector(selectFolders)
  const [dialog, setDialog] = useState<'add' | 'manage' | null>(null)
  return (
    <>
      <div className="folders-head">
        <h2 className="layout-folders-heading">{t('title')}</h2>
        <IconButton label={t('add')} icon={<PlusOutlined />} onClick={() => setDialog('add')} />
        <IconButton label={t('manage')} icon={<SettingOutlined />} onClick={() => setDialog('manage')} />
      </div>
      <Branches branches={branchesOf(folders)} link={link} />
      {dialog === 'add' && <FolderDialog onClose={() => setDialog(null)} />}
      {dialog === 'manage' && <ManageDialog onClose={() => setDialog(null)} />}
    </>
  )
}

function Branches({ branches, link }: Props & { branches: readonly Branch[] }) {
  const { t } = useTranslation('folders')
  const { isClosed, toggle } = useClosedBranches()
  const shown = branches.filter(({ folder }) => folder.hidden !== true)
  const rows = (level: readonly Branch[]): ReactNode => (
    <ul className="folders-branch">
      {level.map((branch) => {
        const { folder, inner } = branch
        const visible = inner.filter((one) => one.folder.hidden !== true)
        const closed = isClosed(folder.id)
        return (
          <li key={folder.id}>
            <div className={`folders-line folders-level-${branch.level}`}>
              {visible.length > 0 && (
                <button
                  type="button"
                  className="folders-toggle"
                  aria-expanded={!closed}
                  aria-label={t(closed ? 'expand' : 'collapse', { name: folder.name })}
                  onClick={() => toggle(folder.id)}
                >
                  {closed ? <CaretRightOutlined aria-hidden="true" /> : <CaretDownOutlined aria-hidden="true" />}
                </button>
              )}
              {link(folder, folder.unread + (closed ? unreadWithin(branch) : 0))}
              <FolderMenu folder={folder} />
            </div>
            {visible.length > 0 && !closed && rows(visible)}
          </li>
        )
      })}
    </ul>
  )
  return shown.length === 0 ? null : rows(shown)
}
