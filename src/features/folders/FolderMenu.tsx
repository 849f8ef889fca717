import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyDialog } from '../../components/lazy/lazyDialog'
import { Menu, type MenuItem } from '../../components/menu/Menu'
import { discardedFolders } from '../../contract/mail/folderRoles'
import { type Folder, folderViews } from '../../contract/shapes'
import { loadChunk } from '../../store/loadChunk'
import { selectFolders } from '../../store/mail/folders'
import { isOwn } from '../../store/mail/foldersInOrder'
import { useAppDispatch, useAppSelector } from '../../store/typed'
import { EmptyDialog } from './dialogs/EmptyDialog'
import { FolderDialog } from './dialogs/FolderDialog'
import { RemoveDialog } from './dialogs/RemoveDialog'
import { changeFolderMarks, markFolderRead } from './folderCommands'
import { parentsFor } from './folderTree'
import { useFolderName } from './useFolderName'
import './folders.css'

const ImportDialog = lazyDialog(async () => (await import('../transfer')).ImportDialog)

const views: readonly string[] = folderViews
const discarded: readonly string[] = discardedFolders

type Props = {
  folder: Folder
  /** Commands of the place where the menu stands, before the others. */
  further?: readonly MenuItem[]
}

/** What can be done with a folder now; nothing is shown where that is nothing. */
export function FolderMenu({ folder, further = [] }: Props) {
  const { t } = useTranslation('folders')
  const dispatch = useAppDispatch()
  const nameOf = useFolderName()
  const folders = useAppSelector(selectFolders)
  const [dialog, setDialog] = useState<'add' | 'edit' | 'empty' | 'import' | 'remove' | null>(null)
  const own = isOwn(folder.id)
  const mayHold = own && parentsFor(folders, null).some((one) => one.folder.id === folder.id)
  const mayEmpty = own || discarded.includes(folder.id)
  const holdsMail = folder.holdsMail !== false && !views.includes(folder.id)
  const item = (key: string, isThere: boolean, onChoose: () => void): readonly MenuItem[] =>
    isThere ? [{ key, label: t(key), onChoose }] : []
  const items = [
    ...further,
    ...item('markRead', folder.unread > 0, () => dispatch(markFolderRead(folder))),
    ...item('export', folder.total > 0, () => void exportAll()),
    ...item('import', holdsMail, () => setDialog('import')),
    ...item('edit', own, () => setDialog('edit')),
    ...item('addInside', mayHold, () => setDialog('add')),
    ...item(folder.pinned ? 'unpin' : 'pin', own, () =>
      dispatch(changeFolderMarks(folder, { pinned: !folder.pinned })),
    ),
    ...item(folder.hidden ? 'show' : 'hide', own, () =>
      dispatch(changeFolderMarks(folder, { hidden: !folder.hidden })),
    ),
    ...item('empty', mayEmpty && folder.total > 0, () => setDialog('empty')),
    ...item('remove', own, () => setDialog('remove')),
  ]
  async function exportAll() {
    const part = await dispatch(loadChunk(() => import('../transfer')))
    if (part !== null) await dispatch(part.exportMails({ folder: folder.id }, nameOf(folder)))
  }
  const close = () => setDialog(null)
  return (
    <>
      {items.length > 0 && (
        <div className="folders-menu">
          <Menu label={t('menu', { name: nameOf(folder) })} items={items} align="end">
            <MoreOutlined aria-hidden="true" />
          </Menu>
        </div>
      )}
      {dialog === 'import' && <ImportDialog folder={folder.id} onClose={close} />}
      {dialog === 'add' && <FolderDialog parent={folder.id} onClose={close} />}
      {dialog === 'edit' && <FolderDialog folder={folder} onClose={close} />}
      {dialog === 'empty' && <EmptyDialog folder={folder} onClose={close} />}
      {dialog === 'remove' && <RemoveDialog folder={folder} onClose={close} />}
    </>
  )
}
