import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Folder } from '#contract/shapes'
import { Button } from '#src/components/button/Button'
import { Dialog } from '#src/components/dialog/Dialog'
import { isOwn } from '#src/store/mail/foldersInOrder'
import { useAppDispatch } from '#src/store/typed'
import { clearFolder } from '../folderCommands'
import { useFolderName } from '../useFolderName'
import '../folders.css'

/** Asks before a folder is emptied, and says how many mails it is about. */
export function EmptyDialog({ folder, onClose }: { folder: Folder; onClose: () => void }) {
  const { t } = useTranslation(['folders', 'common', 'errors'])
  const dispatch = useAppDispatch()
  const nameOf = useFolderName()
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const name = nameOf(folder)

  async function handleEmpty() {
    if (isBusy) return
    setBusy(true)
    const outcome = await dispatch(clearFolder(folder))
    setBusy(false)
    if (outcome.ok) onClose()
    else setFault(outcome.code)
  }

  return (
    <Dialog
      title={t('emptyTitle', { name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button tone="danger" aria-busy={isBusy} onClick={handleEmpty}>
            {t('emptyDo')}
          </Button>
        </>
      }
    >
      <p>{t(isOwn(folder.id) ? 'emptyOwnQuestion' : 'emptyQuestion', { name, count: folder.total })}</p>
      {fault !== null && (
        <p role="alert" className="folders-fault">
          {t(`errors:${fault}`)}
        </p>
      )}
    </Dialog>
  )
}

/** Above the list of a folder of unwanted mail: the way to empty it, without its menu. */
export function EmptyFolderBar({ folder }: { folder: Folder }) {
  const { t } = useTranslation('folders')
  const nameOf = useFolderName()
  const [isAsked, setAsked] = useState(false)
  return (
    <div className="folders-empty-bar">
      <button type="button" className="ep-link" onClick={() => setAsked(true)}>
        {t('emptyTitle', { name: nameOf(folder) })}
      </button>
      {isAsked && <EmptyDialog folder={folder} onClose={() => setAsked(false)} />}
    </div>
  )
}
