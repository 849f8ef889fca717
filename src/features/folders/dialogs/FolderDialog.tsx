import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits'
import { checkFolderName, folderNameForbids, widthOf } from '#contract/rules'
import type { Folder } from '#contract/shapes'
import { Button } from '#src/components/button/Button'
import { Dialog } from '#src/components/dialog/Dialog'
import { selectFolders } from '#src/store/mail/folders'
import { useAppDispatch, useAppSelector } from '#src/store/typed'
import { changeFolder, createFolder } from '../folderCommands'
import { parentsFor } from '../folderTree'
import { useFollow } from './useFollow'

type Props = {
  /** The one that is changed; without it one is made. */
  folder?: Folder
  /** Where a new one is to stand. */
  parent?: string
  onClose: () => void
}

/** Name and place of a folder; its width is counted while it is typed (SPEC §5). */
export function FolderDialog({ folder, parent, onClose }: Props) {
  const { t } = useTranslation(['folders', 'common', 'errors'])
  const dispatch = useAppDispatch()
  const { toRenamed } = useFollow()
  const folders = useAppSelector(selectFolders)
  const places = parentsFor(folders, folder?.id ?? null)
  const former = places.some((one) => one.folder.id === folder?.parent) ? (folder?.parent ?? '') : ''
  const [name, setName] = useState(folder?.name ?? '')
  const [place, setPlace] = useState(parent ?? former)
  const [fault, setFault] = useState<{ readonly field: 'name' | 'all'; readonly message: string } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])

  const wanted = name.trim()
  const character = folderNameForbids.exec(wanted)?.[0]
  const typed = wanted !== '' && checkFolderName(wanted) !== null
  const wrong = character === undefined ? t('errors:folderNameInvalid') : t('folders:forbidden', { character })
  const nameFault = typed ? wrong : fault?.field === 'name' ? t(fault.message) : null

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    if (wanted === '') setFault({ field: 'name', message: 'folders:nameEmpty' })
    if (wanted === '' || typed) return void input.current?.focus()
    setBusy(true)
    const to = { name: wanted, parent: folder !== undefined && place === former ? folder.parent : place || null }
    const outcome = await (folder === undefined
      ? dispatch(createFolder(wanted, to.parent))
      : dispatch(changeFolder(folder, to)))
    setBusy(false)
    if (outcome.ok) {
      onClose()
      if ('renamed' in outcome.value) toRenamed(outcome.value.renamed)
      return
    }
    const isName = outcome.code === 'folderExists' || outcome.code === 'folderNameInvalid'
    const isTaken = outcome.code === 'folderExists' && folder !== undefined
    setFault({ field: isName ? 'name' : 'all', message: isTaken ? 'folders:taken' : `errors:${outcome.code}` })
    input.current?.focus()
  }

  return (
    <Dialog
      title={folder === undefined ? t('add') : t('editTitle', { name: folder.name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button type="submit" form={`${id}form`} tone="primary" aria-busy={isBusy}>
            {t(folder === undefined ? 'addDo' : 'save')}
          </Button>
        </>
      }
    >
      <form id={`${id}form`} className="folders-form" onSubmit={handleSubmit} noValidate>
        <label htmlFor={`${id}name`}>{t('name')}</label>
        <input
          ref={input}
          id={`${id}name`}
          className="ep-input"
          value={name}
          autoComplete="off"
          aria-invalid={nameFault !== null}
          aria-describedby={`${id}width ${id}fault`}
          onChange={(event) => {
            setName(event.target.value)
            setFault(null)
          }}
        />
        <div className="folders-under">
          <p id={`${id}fault`} role="alert" className="folders-fault">
            {nameFault}
          </p>
          <p id={`${id}width`} className="folders-width ep-number">
            {t('width', { used: widthOf(wanted), most: limits.folderNameWidth })}
          </p>
        </div>
        <label htmlFor={`${id}place`}>{t('place')}</label>
        <select id={`${id}place`} className="ep-input" value={place} onChange={(event) => setPlace(event.target.value)}>
          <option value="">{t('top')}</option>
          {places.map((one) => (
            <option key={one.folder.id} value={one.folder.id}>
              {`${'\u2003'.repeat(one.level - 1)}${one.folder.name}`}
            </option>
          ))}
        </select>
        {fault?.field === 'all' && (
          <p role="alert" className="folders-fault">
            {t(fault.message)}
          </p>
        )}
      </form>
    </Dialog>
  )
}
