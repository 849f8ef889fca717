/** The form itself: who, what, files, text, how; with SPEC §5's checks beside the field they are about. */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOfInputMethod } from '#src/components/browser/keyTargets'
import { useIsAtMost } from '#src/components/browser/useMediaQuery'
import { lazyPiece } from '#src/components/lazy/lazyPiece'
import { useAppDispatch } from '../../store/typed'
import { AttachmentTray } from './attachments/AttachmentTray'
import { useFileDrop } from './attachments/useFileDrop'
import { ComposeBody } from './ComposeBody'
import type { Composer } from './composer'
import { useAnswered } from './dock/useDockFocus'
import type { Exit } from './draft/discardComposer'
import { resolveConflict } from './draft/resolveConflict'
import { RecipientLines } from './recipients/RecipientLines'
import { SubjectLine } from './SubjectLine'
import { ComposeFooter } from './send/ComposeFooter'
import { ComposeQuestions } from './send/ComposeQuestions'
import { SendFault } from './send/SendFault'
import type { FaultField } from './send/sendChecks'
import { useWriting } from './useWriting'

const ConflictNote = lazyPiece(async () => (await import('./draft/ConflictNote')).ConflictNote)

/** What the form stands in. */
export type Surroundings = {
  /** A window of the desk has its own title bar, which says where the text is kept and closes it. */
  isDocked?: boolean
  /** It lies hidden, so it asks nothing. */
  isFolded?: boolean
  /** It takes the focus as it opens. */
  takesFocus?: boolean
  /** Null: it waits for the line, which is said. */
  onSent: (id: string | null) => void
  onCancel: () => void
  /** How it leaves the screen where it is thrown away, and comes back. */
  exit: Exit
}

type Props = Surroundings & { composer: Composer }

export function ComposerForm({ composer, isDocked = false, isFolded = false, takesFocus = true, ...door }: Props) {
  const { t } = useTranslation(['compose', 'errors'])
  const dispatch = useAppDispatch()
  const form = useRef<HTMLFormElement>(null)
  const { key, content, fault } = composer
  const { change, attach, save, send, discard, text } = useWriting(key, door.onSent)
  const { isOver, handlers } = useFileDrop(attach)
  const picker = useRef<HTMLInputElement>(null)
  // On a phone the keyboard leaves no room for tools that nobody asked for.
  const isPhone = useIsAtMost('tablet')
  const [isFormatting, setFormatting] = useState(!isPhone)

  // A window of the desk is taken up by whoever opened it (`useTakenUp`); a page begins where something is missing.
  const isUnaddressed = useRef(takesFocus && !isDocked && composer.restorable === null && content.to.length === 0)
  useEffect(() => {
    if (isUnaddressed.current) focusField(form.current, 'to')
  }, [])

  useEffect(() => {
    if (fault !== null) focusField(form.current, fault.field)
  }, [fault])

  const isAsked = composer.restorable !== null
  useAnswered(isAsked, form)

  function handleKey(event: KeyboardEvent) {
    if (isOfInputMethod(event.nativeEvent) || !(event.ctrlKey || event.metaKey)) return
    // A dialog has keys of its own.
    if (event.target instanceof Element && event.target.closest('dialog') !== null) return
    if (event.key === 'Enter') void send()
    else if (event.key.toLowerCase() === 's') save()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const faultText = (field: FaultField) => (fault?.field === field ? t(`errors:${fault.code}`) : null)

  return (
    <>
      <form
        ref={form}
        className={isOver ? 'compose-form compose-form-over' : 'compose-form'}
        // A window beside the desk has its name already, and there may be several.
        aria-label={isDocked ? undefined : t('title')}
        // The question whose text goes on may have to be fetched: what is typed before it is there would be lost with one of the two.
        inert={isAsked && !isFolded}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
        onKeyDownCapture={handleKey}
        {...handlers}
      >
        <div className="compose-head">
          {composer.conflict !== null && (
            <ConflictNote composer={composer} onAnswer={(choice) => void dispatch(resolveConflict(key, choice))} />
          )}
          <SendFault composer={composer} onRetry={() => void send()} />
          <div className="compose-fields">
            <RecipientLines composer={composer} />
            <SubjectLine
              id={key}
              subject={content.subject}
              fault={faultText('subject')}
              onChange={(subject) => change({ subject })}
            />
            <AttachmentTray
              composer={composer}
              text={text}
              picker={picker}
              onFiles={attach}
              fault={faultText('attachments')}
            />
          </div>
        </div>
        <ComposeBody
          composer={composer}
          text={text}
          takesFocus={takesFocus}
          isFormatting={isFormatting}
          onChange={change}
          onFiles={attach}
        />
        <ComposeFooter
          composer={composer}
          text={text}
          formatting={{ isOn: isFormatting, toggle: () => setFormatting(!isFormatting) }}
          faultText={faultText}
          onChange={change}
          onAttach={() => picker.current?.click()}
          onSave={save}
          onDiscard={() => void discard(door.exit)}
          {...(isDocked ? {} : { onCancel: door.onCancel })}
        />
      </form>
      {!isFolded && <ComposeQuestions composer={composer} onSend={(answered) => void send(answered)} />}
    </>
  )
}

function focusField(form: HTMLFormElement | null, field: FaultField): void {
  if (field === 'send') return
  const box = form?.querySelector<HTMLElement>(`[data-field="${field}"]`) ?? null
  box?.focus()
  // A folded line opens with the focus, which moves its end and the reason there.
  requestAnimationFrame(() => {
    const [described = ''] = box?.getAttribute('aria-describedby')?.split(' ') ?? []
    const reason = document.getElementById(described) ?? box
    reason?.scrollIntoView?.({ block: 'nearest' })
  })
}
