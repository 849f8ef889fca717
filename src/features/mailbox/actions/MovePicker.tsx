/** Asks for a folder: typing narrows the list, arrows walk it, Enter moves. */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addFolder } from '#contract/endpoints/mail/folders'
import { isOfInputMethod } from '#src/components/browser/keyTargets'
import { Button } from '#src/components/button/Button'
import { Dialog } from '#src/components/dialog/Dialog'
import { selectFolders } from '#src/store/mail/folders'
import { isOwn } from '#src/store/mail/foldersInOrder'
import { loadFolders } from '#src/store/mail/folderThunks'
import { useServices } from '#src/store/servicesContext'
import { useAppDispatch, useAppSelector } from '#src/store/typed'
import { folderName, moveTargets } from '../folderNames'
import type { MoveKind } from './changeThunks'
import './MovePicker.css'

type Props = {
  count: number
  from: string
  /** Whose mail may be said to go there from now on; 0 where that cannot be said. */
  senders: number
  onClose: () => void
  onMove: (target: string, manner: MoveKind) => void
}

/** Names are alike in either case and width. */
const folded = (name: string) => name.normalize('NFKC').toLowerCase()

/** Where mail is thrown away; nobody moves it there without saying so. */
const isUnwanted = (id: string | undefined) => id === 'deleted' || id === 'junk'
/** The person's own folders first. */
const rank = (id: string) => (isOwn(id) ? 0 : isUnwanted(id) ? 2 : 1)

export function MovePicker({ count, from, senders, onClose, onMove }: Props) {
  const { t } = useTranslation(['mail', 'common', 'errors'])
  const dispatch = useAppDispatch()
  const { call } = useServices()
  const listId = useId()
  const field = useRef<HTMLInputElement>(null)
  const listed = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  /** What is typed names a new folder, and finds none. */
  const [isNaming, setNaming] = useState(false)
  /** Null until an arrow chose. */
  const [at, setAt] = useState<number | null>(null)
  const [isAlways, setAlways] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const folders = useAppSelector(selectFolders)
  const wanted = typed.trim()
  const found = moveTargets(folders, from)
    .toSorted((one, other) => rank(one.id) - rank(other.id))
    .map(({ id }) => ({ id, name: folderName(id, folders, t) }))
    .filter(({ name }) => folded(name).includes(folded(wanted)))
  const isTaken = folders.some(({ id }) => folded(folderName(id, folders, t)) === folded(wanted))
  const canAdd = wanted !== '' && !isTaken
  const isUnlisted = isNaming && !isTaken
  const none = isUnlisted || found.length > 0 ? '' : t('mail:picker.none')
  const adding = { id: '', name: t('mail:picker.add', { name: wanted }), choose: add }
  const naming = { id: '', name: t('mail:picker.new'), choose: startNaming }
  const options = [
    ...(isUnlisted ? [] : found.map(({ id, name }) => ({ id, name, choose: () => choose(id) }))),
    ...(canAdd ? [adding] : wanted === '' && !isNaming ? [naming] : []),
  ]
  const first = wanted === '' && isUnwanted(options[0]?.id) ? -1 : 0
  const active = Math.min(at ?? first, options.length - 1)

  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    listed.current?.children[active]?.scrollIntoView?.({ block: 'nearest' })
  }, [active])

  function choose(target: string) {
    onMove(target, isAlways ? 'always' : 'plain')
  }

  function startNaming() {
    setNaming(true)
    setAt(null)
    field.current?.focus()
  }

  async function add() {
    const outcome = await call(addFolder, { name: wanted })
    if (!outcome.ok) {
      setRefusal(outcome.code)
      return
    }
    // Known first, so that what is said of the move names it.
    await dispatch(loadFolders())
    choose(outcome.value.folder.id)
  }

  function handleKey(event: KeyboardEvent) {
    if (isOfInputMethod(event.nativeEvent) || options.length === 0) return
    const steps: Record<string, number> = { ArrowDown: active + 1, ArrowUp: Math.max(active, 0) - 1 + options.length }
    const next = steps[event.key]
    if (next !== undefined) setAt(next % options.length)
    else if (event.key === 'Enter') void options[active]?.choose()
    else return
    event.preventDefault()
  }

  return (
    <Dialog
      title={t('mail:picker.title', { count })}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('common:cancel')}</Button>}
    >
      <input
        ref={field}
        className="ep-input"
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={active < 0 ? undefined : `${listId}-${active}`}
        aria-autocomplete="list"
        aria-label={t(isNaming ? 'mail:picker.newName' : 'mail:picker.search')}
        placeholder={t(isNaming ? 'mail:picker.newName' : 'mail:picker.search')}
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(null)
          setRefusal(null)
        }}
        onKeyDown={handleKey}
      />
      <div ref={listed} id={listId} role="listbox" aria-label={t('mail:picker.folders')} className="mailbox-picker">
        {options.map(({ id, name, choose: take }, index) => (
          <button
            key={id}
            type="button"
            role="option"
            id={`${listId}-${index}`}
            tabIndex={-1}
            aria-selected={index === active}
            className="mailbox-picker-folder"
            onClick={() => void take()}
          >
            <bdi className="mailbox-target">{name}</bdi>
          </button>
        ))}
      </div>
      <p className="mailbox-picker-none" role="status">
        {isTaken && (isNaming || found.length === 0) ? t('mail:picker.stands') : none}
      </p>
      {refusal !== null && <p role="alert">{t(`errors:${refusal}`)}</p>}
      {senders > 0 && (
        <label className="mailbox-picker-always">
          <input type="checkbox" checked={isAlways} onChange={(event) => setAlways(event.target.checked)} />
          {t(senders > 1 ? 'mail:picker.alwaysEach' : 'mail:picker.always')}
        </label>
      )}
    </Dialog>
  )
}
