import { useCallback, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '#contract/endpoint'
import { folderUses } from '#contract/endpoints/mail/folders'
import type { Folder } from '#contract/shapes'
import { Button } from '#src/components/button/Button'
import { Dialog } from '#src/components/dialog/Dialog'
import { ErrorNote } from '#src/components/state/ErrorNote'
import { Skeleton } from '#src/components/state/Skeleton'
import type { Outcome } from '#src/lib/http/outcome'
import { selectFolders } from '#src/store/mail/folders'
import { useServices } from '#src/store/servicesContext'
import { useAppDispatch, useAppSelector } from '#src/store/typed'
import { deleteFolder } from '../folderCommands'
import { idsBelow, targetsFor } from '../folderTree'
import { FolderUses } from './FolderUses'
import { useFollow } from './useFollow'

/** Asks before a folder goes: names what hangs on it, and lets the person choose where its mail is to lie. */
export function RemoveDialog({ folder, onClose }: { folder: Folder; onClose: () => void }) {
  const { t } = useTranslation(['folders', 'common', 'errors'])
  const { call } = useServices()
  const dispatch = useAppDispatch()
  const { isOpen, toInbox } = useFollow()
  const folders = useAppSelector(selectFolders)
  const [uses, setUses] = useState<Outcome<Reply<typeof folderUses>> | null>(null)
  const [target, setTarget] = useState('deleted')
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const id = useId()

  const ask = useCallback(
    async (signal?: AbortSignal) => {
      setUses(null)
      const outcome = await call(folderUses, { folder: folder.id }, signal === undefined ? {} : { signal })
      if (signal?.aborted !== true) setUses(outcome)
    },
    [call, folder.id],
  )
  useEffect(() => {
    const giveUp = new AbortController()
    void ask(giveUp.signal)
    return () => giveUp.abort()
  }, [ask])

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
          {uses?.ok === true && (
            <Button tone="danger" aria-busy={isBusy} onClick={handleRemove}>
              {t('removeDo')}
            </Button>
          )}
        </>
      }
    >
      {uses === null && <Skeleton lines={2} />}
      {uses?.ok === false && <ErrorNote message={`errors:${uses.code}`} onRetry={() => void ask()} />}
      {uses?.ok === true && (
        <div className="folders-form">
          <FolderUses uses={uses.value} />
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
  const { t } = useTranslation('layout')
  const isSystem = folder.id === 'inbox' || folder.id === 'deleted'
  return <option value={folder.id}>{isSystem ? t(`folders.${folder.id}`) : folder.name}</option>
}
