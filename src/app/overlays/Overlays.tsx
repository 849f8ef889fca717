import { type ComponentType, createElement, useCallback } from 'react'
import { lazyDialog } from '../../components/lazy/lazyDialog'
import {
  type OverlayData,
  type OverlayKind,
  type OverlayOf,
  overlayClosed,
  selectOverlays,
} from '../../store/shell/overlays'
import { useAppDispatch, useAppSelector } from '../../store/typed'

type Props<Kind extends OverlayKind> = OverlayData[Kind] & { onClose: () => void }

const components: { readonly [Kind in OverlayKind]: ComponentType<Props<Kind>> } = {
  sends: lazyDialog(async () => (await import('../../features/sending')).LazyHeldSends),
  composers: lazyDialog(async () => (await import('./ComposersOverlay')).ComposersOverlay),
  leaving: lazyDialog(async () => (await import('./LeavingOverlay')).LeavingOverlay),
  timeout: lazyDialog(async () => (await import('./TimeoutOverlay')).TimeoutOverlay),
  factor: lazyDialog(async () => (await import('./TimeoutOverlay')).FactorOverlay),
  bindPhone: lazyDialog(async () => (await import('./PhoneOverlay')).PhoneOverlay),
  recall: lazyDialog(async () => (await import('../../features/recall')).RecallDialog),
  blockSenders: lazyDialog(async () => (await import('../../features/rules')).BlockSendersDialog),
}

/** One component a kind, mounted once, on top of any page; one whose code does not arrive is closed again. */
export function Overlays() {
  return useAppSelector(selectOverlays).map((overlay) => <Shown key={overlay.kind} overlay={overlay} />)
}

function Shown<Kind extends OverlayKind>({ overlay }: { overlay: OverlayOf<Kind> }) {
  const dispatch = useAppDispatch()
  const { kind } = overlay
  const onClose = useCallback(() => void dispatch(overlayClosed({ kind })), [dispatch, kind])
  return elementOf<Props<Kind>>(components[kind], { ...overlay, onClose })
}

/** The compiler takes no element of a component whose kind is still open. */
function elementOf<P extends { onClose: () => void }>(component: ComponentType<P>, props: P) {
  return createElement<P>(component, props)
}
