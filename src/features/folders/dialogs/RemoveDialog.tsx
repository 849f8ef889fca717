import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { folderUses } from '#contract/endpoints/mail/folders'
import type { Folder } from '#contract/shapes'
import { Button } from '#src/components/button/Button'
import { Dialog } from '#src/components/dialog/Dialog'
import { ErrorNote } from '#src/components/state/ErrorNote'
import { Skeleton } from '#src/components/state/Skeleton'
import { useReply } from '#src/store/ask'
import { selectFolders } from '#src/store/mail/folders'
import { useAppDispatch, useAppSelector } from '#src/store/typed'
import { deleteFolder } from '../folderCommands'
import { idsBelow, targetsFor } from '../folderTree'
import { useFolderName } from '../useFolderName'
import { FolderUses } from './FolderUses'
import { useFollow } from './useFollow'

/** Asks before a folder goes: names what hangs on it, and lets the person choose where its mail is to lie. */
export function RemoveDialog({ folder, onClose }: { folder: Folder; onClose: () => void }) {
  const { t } = useTranslation(['folders', 'common', 'errors'])
  const dispatch = useAppDispatch()
  const { isOpen, toInbox } = useFollow()
  const folders = useAppSelector(selectFolders)
  const uses = useReply(folderUses, { folder: folder.id })
  const [target, setTarget] = useState('deleted')
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const id = useId()

  async function handleRemove() {
    if (isBusy) return
    setBusy(true)
    const shown = [...idsBelow(folders, folder.id)].some(isOpen)
    const outcome = await dispatch(deleteFolder(folder, target, shown ? toInbox : null))
    setBusy(false)
    if (outcome.ok) onClose()
    else setFault(outcome.code)
  }

  return (
    <Dialog
      title={t('removeTitle', { name: folder.name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          {uses.state === 'answered' && (
            <Button tone="danger" aria-busy={isBusy} onClick={handleRemove}>
              {t('removeDo')}
            </Button>
          )}
        </>
      }
    >
      {uses.state === 'waiting' && <Skeleton lines={2} />}
      {uses.state === 'failed' && <ErrorNote message={`errors:${uses.code}`} onRetry={uses.retry} />}
      {uses.state === 'answered' && (
        <div className="folders-form">
          <FolderUses uses={uses.reply} />
          <label htmlFor={`${id}target`}>{t('target')}</label>
          <select
            id={`${id}target`}
            className="ep-input"
            value={target}
            onChange={(event) => setTarget(event.target.value)}
          >
            {targetsFor(folders, folder.id).map((one) => (
              <TargetOption key={one.id} folder={one} />
            ))}
          </select>
          {fault !== null && (
            <p role="alert" className="folders-fault">
              {t(`errors:${fault}`)}
            </p>
          )}
        </div>
      )}
    </Dialog>
  )
}

function TargetOption({ folder }: { folder: Folder }) {
  const nameOf = useFolderName()
  return <option value={folder.id}>{nameOf(folder)}</option>
}
