/** The mails being written beside the desk, at its foot; those that find no room are in a menu. */
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsAtMost } from '#src/components/browser/useMediaQuery'
import { useFocusBack } from '#src/components/dialog/useFocusBack'
import { Menu } from '#src/components/menu/Menu'
import { composerShaped, type DockEntry as Docked, selectDocked } from '#src/store/shell/composers'
import { overlayClosed } from '#src/store/shell/overlays'
import { keepComposers } from '#src/store/shell/storedComposers'
import { useAppDispatch, useAppSelector } from '#src/store/typed'
import { selectComposer } from '../composeSlice'
import { arrangeDock } from './arrangeDock'
import { DockedComposer } from './DockedComposer'
import { useNextComposer } from './useNextComposer'
import './dock.css'

function subscribeWidth(onChange: () => void): () => void {
  window.addEventListener('resize', onChange)
  return () => window.removeEventListener('resize', onChange)
}

type Props = {
  /** The page that is shown has no room for them: they wait. */
  isAway: boolean
}

export function ComposeDock({ isAway }: Props) {
  const { t } = useTranslation('compose')
  const dispatch = useAppDispatch()
  const dock = useRef<HTMLElement>(null)
  const docked = useAppSelector(selectDocked)
  const width = useSyncExternalStore(subscribeWidth, () => window.innerWidth)
  const isNarrow = useIsAtMost('wide')
  const goBack = useFocusBack(dock)
  useNextComposer(docked)

  useEffect(() => {
    dispatch(keepComposers())
    if (docked.length === 0) dispatch(overlayClosed({ kind: 'composers' }))
  }, [dispatch, docked])

  const looks = arrangeDock(docked, width, isNarrow)
  const away = docked.filter(({ key }) => looks.get(key) === 'away')
  return (
    <section ref={dock} className="compose-dock" aria-label={t('dock.all')} hidden={isAway || docked.length === 0}>
      {docked.map((one) => (
        <DockedComposer
          key={one.key}
          docked={one}
          look={looks.get(one.key) ?? 'away'}
          canGrow={!isNarrow}
          onLeave={goBack}
        />
      ))}
      {away.length > 0 && (
        <Menu
          label={t('dock.more', { count: away.length })}
          className="ep-button compose-dock-more"
          items={away.map(({ key }) => ({
            key,
            label: <SubjectOf composerKey={key} />,
            onChoose: () => dispatch(composerShaped({ key, shape: 'docked' })),
          }))}
        />
      )}
    </section>
  )
}

function SubjectOf({ composerKey }: { composerKey: Docked['key'] }) {
  const { t } = useTranslation('compose')
  const subject = useAppSelector((state) => selectComposer(state, composerKey)?.content.subject.trim() ?? '')
  return subject === '' ? t('dock.noSubject') : subject
}
