/** Asks for a folder: typing narrows the list, arrows walk it, Enter moves. */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { useAppSelector } from '../../../store/typed'
import { selectFolders } from '../../../store/unread'
import { folderName, moveTargets } from '../folderNames'
import './MovePicker.css'

type Props = { count: number; from: string; onCancel: () => void; onMove: (target: string) => void }

/** Names are alike in either case and width. */
const folded = (name: string) => name.normalize('NFKC').toLowerCase()

export function MovePicker({ count, from, onCancel, onMove }: Props) {
  const { t } = useTranslation(['mail', 'common'])
  const listId = useId()
  const field = useRef<HTMLInputElement>(null)
  const options = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const folders = useAppSelector(selectFolders)
  const found = moveTargets(folders, from)
    .map(({ id }) => ({ id, name: folderName(id, folders, t) }))
    .filter(({ name }) => folded(name).includes(folded(typed.trim())))
  const active = Math.min(at, found.length - 1)

  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    options.current?.children[active]?.scrollIntoView?.({ block: 'nearest' })
  }, [active])

  function handleKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || found.length === 0) return
    const steps: Record<string, number> = { ArrowDown: active + 1, ArrowUp: active - 1 + found.length }
    const next = steps[event.key]
    const chosen = found[active]
    if (next !== undefined) setAt(next % found.length)
    else if (event.key === 'Enter' && chosen !== undefined) onMove(chosen.id)
    else return
    event.preventDefault()
  }

  return (
    <Dialog
      title={t('mail:picker.title', { count })}
      onClose={onCancel}
      actions={<Button onClick={onCancel}>{t('common:cancel')}</Button>}
    >
      <input
        ref={field}
        className="ep-input"
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={active < 0 ? undefined : `${listId}-${active}`}
        aria-autocomplete="list"
        aria-label={t('mail:picker.search')}
        placeholder={t('mail:picker.search')}
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(0)
        }}
        onKeyDown={handleKey}
      />
      <div ref={options} id={listId} role="listbox" aria-label={t('mail:picker.folders')} className="mailbox-picker">
        {found.map(({ id, name }, index) => (
          <button
            key={id}
            type="button"
            role="option"
            id={`${listId}-${index}`}
            tabIndex={-1}
            aria-selected={index === active}
            className="mailbox-picker-folder"
            onClick={() => onMove(id)}
          >
            <bdi className="mailbox-target">{name}</bdi>
          </button>
        ))}
      </div>
      <p className="mailbox-picker-none" role="status">
        {found.length === 0 ? t('mail:picker.none') : ''}
      </p>
    </Dialog>
  )
}
