/** A composer beside the desk: a window that is no modal, with what lies behind it in use. */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { isOfInputMethod } from '#src/components/browser/keyTargets'
import { loadChunk } from '#src/store/loadChunk'
import {
  composerDocked,
  composerDraftNamed,
  composerShaped,
  composersFolded,
  composerUndocked,
  type DockEntry as Docked,
  selectRaised,
} from '#src/store/shell/composers'
import { overlayOpened } from '#src/store/shell/overlays'
import { useAppDispatch, useAppSelector, useAppStore } from '#src/store/typed'
import { ComposerPane } from '../ComposerPane'
import { selectComposer } from '../composeSlice'
import { saveOpen } from '../draft/openSavers'
import { originOf } from '../opening/useOrigin'
import type { Look } from './arrangeDock'
import { DockBar } from './DockBar'
import { leaveComposer } from './leaveComposer'
import { noticeDockedSent } from './noticeDockedSent'
import { useTakenUp } from './useDockFocus'

type Props = {
  docked: Docked
  look: Look
  canGrow: boolean
  /** It was put away: the focus goes back to the desk. */
  onLeave: () => void
}

/** Where Esc has a meaning of its own. */
const ownEscape = 'dialog, [role="menu"], [role="listbox"], select'

export function DockedComposer({ docked: { key, mode, id, mailto, draftId }, look, canGrow, onLeave }: Props) {
  const { t } = useTranslation('compose')
  const dispatch = useAppDispatch()
  const store = useAppStore()
  const navigate = useNavigate()
  const frame = useRef<HTMLElement>(null)
  const composer = useAppSelector((state) => selectComposer(state, key))
  const raised = useAppSelector(selectRaised)
  const isTakenUp = raised?.key === key
  const isFolded = look === 'minimised' || look === 'away'
  // What it was when it was opened: a draft saved since must not open it anew.
  const [first] = useState(() => ({ origin: originOf(mode, id), draftId }))
  useTakenUp(isTakenUp ? raised.turn : null, composer !== null && !isFolded, frame)

  const savedAs = composer?.draftId ?? null
  useEffect(() => {
    if (savedAs !== null) dispatch(composerDraftNamed({ key, draftId: savedAs }))
  }, [dispatch, key, savedAs])

  const subject = composer?.content.subject.trim() ?? ''
  const title = subject === '' ? t(`dock.${first.origin.mode === 'new' ? 'newMail' : 'noSubject'}`) : subject

  function shape(wanted: 'docked' | 'minimised' | 'full') {
    dispatch(wanted === 'minimised' && !canGrow ? composersFolded() : composerShaped({ key, shape: wanted }))
    if (wanted === 'minimised') onLeave()
  }
  function undock() {
    dispatch(composerUndocked({ key }))
    onLeave()
  }
  function close() {
    void dispatch(leaveComposer(key, undock))
  }
  async function handlePopOut() {
    const part = await dispatch(loadChunk(() => import('./popOut')))
    await part?.popOut(store, key, { mailto, save: saveOpen, close: undock, goThere: navigate })
  }
  function handleSent(sentId: string | null) {
    if (composer !== null && sentId !== null) dispatch(noticeDockedSent(sentId, composer.content))
    undock()
  }
  function handleKey(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.defaultPrevented || isOfInputMethod(event.nativeEvent)) return
    if (event.target instanceof Element && event.target.closest(ownEscape) !== null) return
    event.preventDefault()
    shape('minimised')
  }

  return (
    <section
      ref={frame}
      role="dialog"
      aria-modal="false"
      aria-label={t('dock.label', { title })}
      tabIndex={-1}
      className={`compose-docked compose-docked-${look}`}
      hidden={look === 'away'}
      onKeyDown={handleKey}
    >
      <DockBar
        title={title}
        composer={composer}
        look={look}
        canGrow={canGrow}
        onFold={() => shape('minimised')}
        onTakeUp={() => shape('docked')}
        onGrow={() => shape('full')}
        onPopOut={() => void handlePopOut()}
        onClose={close}
      />
      <div className="compose-docked-body" hidden={isFolded}>
        <ComposerPane
          composerKey={key}
          origin={first.origin}
          draftId={first.draftId}
          mailto={mailto}
          isDocked
          isFolded={isFolded}
          takesFocus={isTakenUp}
          onSent={handleSent}
          onCancel={close}
          exit={{
            close: undock,
            reopen: (again, { mode, id }) => {
              dispatch(composerDocked({ key: again, mode, id, mailto: null }))
              dispatch(overlayOpened({ kind: 'composers' }))
            },
          }}
        />
      </div>
    </section>
  )
}
