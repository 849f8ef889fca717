import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useReorder } from '../../components/browser/useReorder'
import { Button } from '../../components/button/Button'
import { Dialog } from '../../components/dialog/Dialog'
import { ErrorNote } from '../../components/state/ErrorNote'
import { Skeleton } from '../../components/state/Skeleton'
import { folderViews } from '../../contract/shapes'
import { selectFolderStatus, selectFolders } from '../../store/mail/folders'
import { isOwn } from '../../store/mail/foldersInOrder'
import { loadFolders } from '../../store/mail/folderThunks'
import { useAppDispatch, useAppSelector } from '../../store/typed'
import { FolderDialog } from './dialogs/FolderDialog'
import { FolderRow } from './FolderRow'
import { saveFolderOrder } from './folderCommands'
import { branchesOf, flat, peersOf } from './folderTree'

const views: readonly string[] = folderViews

/** Every folder with what it holds; the person's own can be put in order here. */
export function ManageDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['folders', 'common'])
  const dispatch = useAppDispatch()
  const folders = useAppSelector(selectFolders)
  const status = useAppSelector(selectFolderStatus)
  const reorder = useReorder(
    folders,
    (folder) => peersOf(folders, folder),
    (wanted) => void dispatch(saveFolderOrder(wanted.map(({ id }) => id))),
  )
  const [isAdding, setAdding] = useState(false)
  const system = folders.filter(({ id }) => !isOwn(id) && !views.includes(id))
  const own = flat(branchesOf(folders))
  return (
    <Dialog
      title={t('manage')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => setAdding(true)}>
            <PlusOutlined aria-hidden="true" />
            {t('add')}
          </Button>
          <Button tone="primary" onClick={onClose}>
            {t('common:close')}
          </Button>
        </>
      }
    >
      <div className="folders-manage">
        {own.length > 1 && <p className="folders-hint">{t('orderHint')}</p>}
        {folders.length === 0 && status === 'loading' && <Skeleton lines={5} />}
        {status === 'failed' && <ErrorNote message="folders:failed" onRetry={() => dispatch(loadFolders())} />}
        {folders.length > 0 && (
          <table className="folders-table">
            <thead>
              <tr>
                <th scope="col">{t('name')}</th>
                <th scope="col">{t('total')}</th>
                <th scope="col">{t('unread')}</th>
                <th scope="col">{t('size')}</th>
                <th scope="col">
                  <span className="visually-hidden">{t('actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {system.map((folder) => (
                <FolderRow key={folder.id} folder={folder} level={1} />
              ))}
              {own.map(({ folder, level }) => (
                <FolderRow key={folder.id} folder={folder} level={level} reorder={reorder} />
              ))}
            </tbody>
          </table>
        )}
        {own.length === 0 && folders.length > 0 && <p className="folders-hint">{t('none')}</p>}
        <p role="status" className="visually-hidden">
          {reorder.moved !== null && t('movedTo', { ...reorder.moved })}
        </p>
      </div>
      {isAdding && <FolderDialog onClose={() => setAdding(false)} />}
    </Dialog>
  )
}
