import { RuleDialog } from '../../features/rules'
import { overlayClosed, selectOverlays } from '../../store/shell/overlays'
import { useAppDispatch, useAppSelector } from '../../store/typed'

export function RuleOverlay() {
  const dispatch = useAppDispatch()
  const overlay = useAppSelector(selectOverlays).find(({ kind }) => kind === 'makeRule')
  if (overlay?.kind !== 'makeRule') return null
  return <RuleDialog mailId={overlay.mailId} onClose={() => dispatch(overlayClosed({ kind: 'makeRule' }))} />
}
