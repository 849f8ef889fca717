import type { ComponentType } from 'react'
import { onDemand } from '../../components/onDemand'
import { type Overlay, overlayClosed, selectOverlays } from '../../store/overlays'
import { useAppDispatch, useAppSelector } from '../../store/typed'

const components: Readonly<Record<Overlay['kind'], ComponentType<{ onClose: () => void }>>> = {
  sends: onDemand(async () => (await import('../../features/sending')).HeldSends),
  composers: onDemand(async () => (await import('./ComposersOverlay')).ComposersOverlay),
  leaving: onDemand(async () => (await import('./LeavingOverlay')).LeavingOverlay),
  timeout: onDemand(async () => (await import('./TimeoutOverlay')).TimeoutOverlay),
  bindPhone: onDemand(async () => (await import('./PhoneOverlay')).PhoneOverlay),
  makeRule: onDemand(async () => (await import('./RuleOverlay')).RuleOverlay),
  recall: onDemand(async () => (await import('./RecallOverlay')).RecallOverlay),
  blockDomain: onDemand(async () => (await import('./BlockDomainOverlay')).BlockDomainOverlay),
}

/** One component a kind, mounted once, on top of any page; one whose code does not arrive is closed again. */
export function Overlays() {
  const dispatch = useAppDispatch()
  const open = useAppSelector(selectOverlays)
  return open.map(({ kind }) => {
    const Component = components[kind]
    return <Component key={kind} onClose={() => dispatch(overlayClosed({ kind }))} />
  })
}
