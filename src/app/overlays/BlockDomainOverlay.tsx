import { BlockDomainDialog } from '../../features/rules'
import { overlayClosed, selectOverlays } from '../../store/shell/overlays'
import { useAppDispatch, useAppSelector } from '../../store/typed'

export function BlockDomainOverlay() {
  const dispatch = useAppDispatch()
  const overlay = useAppSelector(selectOverlays).find(({ kind }) => kind === 'blockDomain')
  if (overlay?.kind !== 'blockDomain') return null
  const { ids, domains } = overlay
  return (
    <BlockDomainDialog ids={ids} domains={domains} onClose={() => dispatch(overlayClosed({ kind: 'blockDomain' }))} />
  )
}
