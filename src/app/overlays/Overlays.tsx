import { type ComponentType, lazy, Suspense } from 'react'
import { type Overlay, selectOverlays } from '../../store/overlays'
import { useAppSelector } from '../../store/typed'

const components: Readonly<Record<Overlay['kind'], ComponentType>> = {
  timeout: lazy(async () => ({ default: (await import('./TimeoutOverlay')).TimeoutOverlay })),
}

/** One component a kind, mounted once, on top of any page. */
export function Overlays() {
  const open = useAppSelector(selectOverlays)
  return (
    <Suspense fallback={null}>
      {open.map(({ kind }) => {
        const Component = components[kind]
        return <Component key={kind} />
      })}
    </Suspense>
  )
}
