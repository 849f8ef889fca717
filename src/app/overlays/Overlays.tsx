import type { ComponentType } from 'react'
import { lazyDialog } from '../../components/lazy/lazyDialog'
import { type Overlay, overlayClosed, selectOverlays } from '../../store/shell/overlays'
import { useAppDispatch, useAppSelector } from '../../store/typed'

const components: Readonly<Record<Overlay['kind'], ComponentType<{ onClose: () => void }>>> = {
  sends: lazyDialog(async () => (await import('../../features/sending')).HeldSends),
  composers: lazyDialog(async () => (await import('./ComposersOverlay')).ComposersOverlay),
  leaving: lazyDialog(async () => (await import('./LeavingOverlay')).LeavingOverlay),
  timeout: lazyDialog(async () => (await import('./TimeoutOverlay')).TimeoutOverlay),
  bindPhone: lazyDialog(async () => (await import('./PhoneOverlay')).PhoneOverlay),
  makeRule: lazyDialog(async () => (await import('./RuleOverlay')).RuleOverlay),
  recall: lazyDialog(async () => (await import('./RecallOverlay')).RecallOverlay),
  blockDomain: lazyDialog(async () => (await import('./BlockDomainOverlay')).BlockDomainOverlay),
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
