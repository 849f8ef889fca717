/** Files of mails, and the folder that they go into. */
import { type ChangeEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button/Button'
import { Dialog } from '../../components/dialog/Dialog'
import { folderViews } from '../../contract/shapes'
import { selectFolders } from '../../store/mail/folders'
import { useAppSelector } from '../../store/typed'
import { acceptedFiles } from './fileChecks'
import { ImportFile } from './ImportFile'
import { useImport } from './useImport'
import './transfer.css'

type Props = {
  /** Where it was asked for. */
  folder: string
  /** Those that were dropped there. */
  files?: readonly File[]
  onClose: () => void
}

const views: readonly string[] = folderViews
const noFiles: readonly File[] = []

export function ImportDialog({ folder, files: first = noFiles, onClose }: Props) {
  const { t } = useTranslation(['exchange', 'common', 'errors', 'layout'])
  const folders = useAppSelector(selectFolders).filter(
    ({ id, holdsMail }) => holdsMail !== false && !views.includes(id),
  )
  const [target, setTarget] = useState(folders.some(({ id }) => id === folder) ? folder : 'inbox')
  const { files, isBusy, fault, add, remove, begin, giveUp } = useImport(first, onClose)
  const picker = useRef<HTMLInputElement>(null)
  const ids = { target: useId(), hint: useId() }
  const able = files.filter(({ isHopeless }) => !isHopeless)
  const isCut = !isBusy && able.some(({ code }) => code !== null)
  const off = isBusy ? t('exchange:sending') : able.length === 0 ? t('exchange:chooseFirst') : undefined

  function handlePick({ target: input }: ChangeEvent<HTMLInputElement>) {
    add([...(input.files ?? [])])
    // The same file may be chosen once more.
    input.value = ''
  }

  return (
    <Dialog
      title={t('exchange:title')}
      onClose={giveUp}
      actions={
        <>
          <Button onClick={giveUp}>{t('common:cancel')}</Button>
          <Button tone="primary" aria-busy={isBusy} disabledReason={off} onClick={() => void begin(target)}>
            {t(isCut ? 'exchange:retry' : 'exchange:begin')}
          </Button>
        </>
      }
    >
      <div className="exchange-target">
        <label htmlFor={ids.target}>{t('exchange:into')}</label>
        <select
          id={ids.target}
          className="ep-input"
          value={target}
          disabled={isBusy}
          onChange={(event) => setTarget(event.target.value)}
        >
          {folders.map(({ id, name }) => (
            <option key={id} value={id}>
              {t(`layout:folders.${id}`, { defaultValue: name })}
            </option>
          ))}
        </select>
      </div>
      <p id={ids.hint} className="exchange-hint">
        {t('exchange:hint')}
      </p>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        accept={acceptedFiles}
        aria-label={t('exchange:choose')}
        onChange={handlePick}
      />
      <Button
        aria-describedby={ids.hint}
        disabledReason={isBusy ? off : undefined}
        onClick={() => picker.current?.click()}
      >
        {t('exchange:choose')}
      </Button>
      <ul className="exchange-files" aria-label={t('exchange:files')}>
        {files.map((chosen) => (
          <ImportFile key={chosen.key} chosen={chosen} isBusy={isBusy} onRemove={() => remove(chosen)} />
        ))}
      </ul>
      <p role="status" className="visually-hidden">
        {isBusy
          ? t('exchange:progress', { sent: files.filter(({ isSent }) => isSent).length, count: able.length })
          : ''}
      </p>
      {fault !== null && (
        <p role="alert" className="exchange-reason">
          {t(`errors:${fault}`)}
        </p>
      )}
    </Dialog>
  )
}
