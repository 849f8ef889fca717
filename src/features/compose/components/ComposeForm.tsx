/** The form itself: who, what, files, text, how; with SPEC §5's checks beside the field they are about. */
import { type DragEvent, type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNote } from '../../../components/ErrorNote'
import { limits } from '../../../contract/limits'
import { useServices } from '../../../store/servicesContext'
import { useAppDispatch } from '../../../store/typed'
import type { FaultField } from '../checks'
import type { Composer } from '../composer'
import { contentChanged } from '../composeSlice'
import { type ComposeContent, oneLine } from '../content'
import { useDraftKeeper } from '../hooks/useDraftKeeper'
import { answerRestore } from '../saveComposer'
import { composeAsNew, sendComposed } from '../sendComposed'
import { attachFiles } from '../uploads'
import { AttachmentTray } from './AttachmentTray'
import { EditorBody } from './EditorBody'
import { OptionsRow } from './OptionsRow'
import { RecipientLines } from './RecipientLines'
import { RestoreDialog } from './RestoreDialog'
import { SendBar } from './SendBar'

type Props = {
  composer: Composer
  onSent: (id: string) => void
  onCancel: () => void
}

export function ComposeForm({ composer, onSent, onCancel }: Props) {
  const { t } = useTranslation(['compose', 'errors'])
  const dispatch = useAppDispatch()
  const { now } = useServices()
  const form = useRef<HTMLFormElement>(null)
  const flushEditor = useRef(() => {})
  const flush = useCallback(() => flushEditor.current(), [])
  const handleReady = useCallback((ready: () => void) => {
    flushEditor.current = ready
  }, [])
  const { key, content, fault } = composer
  const keeper = useDraftKeeper(key, flush)
  const [isOver, setOver] = useState(false)

  const change = useCallback(
    (part: Partial<ComposeContent>) => dispatch(contentChanged({ key, change: part, now: now() })),
    [dispatch, key, now],
  )
  const handleBody = useCallback((html: string) => change({ html }), [change])
  const handleFiles = useCallback((files: readonly File[]) => void dispatch(attachFiles(key, files)), [dispatch, key])

  useEffect(() => {
    if (fault !== null) focusField(form.current, fault.field)
  }, [fault])

  async function send() {
    // What still stands in a recipient's box is taken as if the box were left.
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur()
    flush()
    const id = await dispatch(sendComposed(key, keeper.settle))
    if (id === null) return
    keeper.forget()
    onSent(id)
  }

  function handleKey(event: KeyboardEvent) {
    if (!event.ctrlKey && !event.metaKey) return
    if (event.key === 'Enter') void send()
    else if (event.key.toLowerCase() === 's') void keeper.saveNow()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  function handleDrop(event: DragEvent) {
    setOver(false)
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    handleFiles([...event.dataTransfer.files])
  }

  const faultText = (field: FaultField) => (fault?.field === field ? t(`errors:${fault.code}`) : null)
  const subjectFault = faultText('subject')

  return (
    <form
      ref={form}
      className={isOver ? 'compose-form compose-form-over' : 'compose-form'}
      aria-label={t('title')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      onKeyDownCapture={handleKey}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={handleDrop}
    >
      <SendBar composer={composer} onSave={() => void keeper.saveNow()} onCancel={onCancel} />
      {fault?.field === 'send' && (
        <div className="compose-send-fault">
          <ErrorNote message={`errors:${fault.code}`} onRetry={() => void send()} />
          {fault.code === 'idempotencyConflict' && (
            <button type="button" className="ep-link" onClick={() => dispatch(composeAsNew(key))}>
              {t('asNew')}
            </button>
          )}
        </div>
      )}
      <div className="compose-fields">
        <RecipientLines content={content} onChange={change} faultText={faultText} />
        <div className="compose-line">
          <label className="compose-label" htmlFor={`${key}-subject`}>
            {t('subject')}
          </label>
          <input
            id={`${key}-subject`}
            className="compose-subject"
            data-field="subject"
            maxLength={limits.subjectCharacters}
            value={content.subject}
            aria-invalid={subjectFault !== null || undefined}
            aria-describedby={subjectFault === null ? undefined : `${key}-subject-fault`}
            onChange={(event) => change({ subject: oneLine(event.target.value) })}
          />
          {subjectFault !== null && (
            <p className="compose-fault" id={`${key}-subject-fault`} role="alert">
              {subjectFault}
            </p>
          )}
        </div>
        <AttachmentTray composer={composer} onFiles={handleFiles} fault={faultText('attachments')} />
      </div>
      <EditorBody
        html={content.html}
        version={composer.bodyVersion}
        onChange={handleBody}
        onFiles={handleFiles}
        onReady={handleReady}
        hasFocus={content.to.length > 0 && composer.restorable === null}
      />
      <OptionsRow content={content} onChange={change} />
      {composer.restorable !== null && (
        <RestoreDialog
          restorable={composer.restorable}
          onAnswer={(isWanted) => void dispatch(answerRestore(key, isWanted))}
        />
      )}
    </form>
  )
}

function focusField(form: HTMLFormElement | null, field: FaultField): void {
  if (field === 'send') return
  form?.querySelector<HTMLElement>(`[data-field="${field}"]`)?.focus()
}
