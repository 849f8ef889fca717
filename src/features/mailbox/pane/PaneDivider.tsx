/** Between list and reader: dragged, or moved with the keyboard (WAI-ARIA window splitter). */
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsAtMost } from '#src/components/browser/useMediaQuery'
import { defaultWidth, leastWidth, usePaneWidth } from './usePaneWidth'
import './PaneDivider.css'

const step = 10
const largeStep = 50

/** `controls` names the list that it makes wider. */
export function PaneDivider({ controls }: { controls: string }) {
  return useIsAtMost('wide') ? null : <Handle controls={controls} />
}

function Handle({ controls }: { controls: string }) {
  const { t } = useTranslation(['mail'])
  const handle = useRef<HTMLHRElement>(null)
  const { width, most, choose } = usePaneWidth(handle)
  const [drag, setDrag] = useState<{ pointer: number; from: number; width: number } | null>(null)

  function handlePointerDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0 || !event.isPrimary) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    event.currentTarget.focus()
    setDrag({ pointer: event.pointerId, from: event.clientX, width })
  }

  function widthAt(event: PointerEvent<HTMLElement>): number | null {
    return drag?.pointer === event.pointerId ? drag.width + event.clientX - drag.from : null
  }

  function handlePointerMove(event: PointerEvent<HTMLElement>) {
    const dragged = widthAt(event)
    if (dragged !== null) choose(dragged, false)
  }

  function handlePointerUp(event: PointerEvent<HTMLElement>) {
    const dragged = widthAt(event)
    if (dragged === null) return
    choose(dragged, true)
    setDrag(null)
  }

  function cancel() {
    if (drag === null) return
    if (handle.current?.hasPointerCapture(drag.pointer)) handle.current.releasePointerCapture(drag.pointer)
    choose(drag.width, false)
    setDrag(null)
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const far = event.shiftKey ? largeStep : step
    const targets: Readonly<Record<string, number>> = {
      ArrowLeft: width - far,
      ArrowRight: width + far,
      Home: leastWidth,
      End: most,
      Enter: defaultWidth,
    }
    const target = targets[event.key]
    if (drag !== null && event.key === 'Escape') cancel()
    else if (drag === null && target !== undefined) choose(target, true)
    else return
    // The page's own keys must not hear it too.
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <hr
      ref={handle}
      className={`mailbox-handle ${drag === null ? '' : 'mailbox-handle-dragged'}`}
      tabIndex={0}
      aria-orientation="vertical"
      aria-controls={controls}
      aria-label={t('mail:divider')}
      aria-valuenow={width}
      aria-valuemin={leastWidth}
      aria-valuemax={most}
      aria-valuetext={t('mail:dividerWidth', { pixels: width })}
      title={t('mail:divider')}
      onPointerDown={handlePointerDown}
      onPointerMove={handlePointerMove}
      onPointerUp={handlePointerUp}
      onPointerCancel={cancel}
      onDoubleClick={() => choose(defaultWidth, true)}
      onKeyDown={handleKeyDown}
    />
  )
}
