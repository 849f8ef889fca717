import { RecallDialog } from '../../features/recall'
import { overlayClosed, selectOverlays } from '../../store/shell/overlays'
import { useAppDispatch, useAppSelector } from '../../store/typed'

export function RecallOverlay() {
  const dispatch = useAppDispatch()
  const overlay = useAppSelector(selectOverlays).find(({ kind }) => kind === 'recall')
  if (overlay?.kind !== 'recall') return null
  return <RecallDialog mailId={overlay.mailId} onClose={() => dispatch(overlayClosed({ kind: 'recall' }))} />
}
