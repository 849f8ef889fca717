/** Rows swept or held, and the list pulled down, by a finger; keys and buttons do the same. */

type Options = {
  /** The row under a finger and what sweeping it does to either side; null where nothing is to be swept. */
  readonly sweepAt: (target: EventTarget | null) => Sweep | null
  readonly pullWords: { readonly more: string; readonly release: string }
  readonly onPull: () => void
}

export type Sweep = {
  readonly row: HTMLElement
  /** To the left `archive`, and farther `away`; `mark` to the right. */
  readonly words: Readonly<Record<SweepKind, string>>
  readonly onSweep: (kind: SweepKind) => void
  /** A finger rests on it. */
  readonly onHold: () => void
}
export type SweepKind = 'archive' | 'away' | 'mark'

/** Pixels after which a finger sweeps rather than presses, those that are meant, and those that a pull needs. */
const begins = 12
const enough = 96
const far = 200
const pulled = 80
/** Milliseconds after which a finger that rests holds a row. */
const holdMs = 500

export function watchTouch({ sweepAt, pullWords, onPull }: Options): () => void {
  let swept: { sweep: Sweep; x: number; y: number; id: number; isUnderWay: boolean } | null = null
  let pull: { list: HTMLElement; y: number } | null = null
  let isClickDue = false
  let isHeld = false
  let holding: ReturnType<typeof setTimeout> | undefined

  function letGo() {
    clearTimeout(holding)
    swept?.sweep.row.removeAttribute('data-swept')
    swept?.sweep.row.style.removeProperty('--mailbox-swept')
    swept = null
  }
  function hold() {
    const row = swept?.sweep
    letGo()
    isHeld = true
    isClickDue = true
    row?.onHold()
  }
  function letPullGo() {
    pull?.list.removeAttribute('data-pulled')
    pull = null
  }

  const kindOf = (across: number): SweepKind => (across > 0 ? 'mark' : across > -far ? 'archive' : 'away')
  function handleDown({ pointerType, isPrimary, target, clientX, clientY, pointerId }: PointerEvent) {
    letGo()
    isClickDue = false
    isHeld = false
    if (pointerType !== 'touch' || !isPrimary) return
    const sweep = sweepAt(target)
    if (sweep === null) return
    swept = { sweep, x: clientX, y: clientY, id: pointerId, isUnderWay: false }
    holding = setTimeout(hold, holdMs)
  }
  function handleMove({ pointerId, clientX, clientY }: PointerEvent) {
    if (swept === null || pointerId !== swept.id) return
    const { sweep, x, y } = swept
    const across = clientX - x
    if (Math.hypot(across, clientY - y) >= begins) clearTimeout(holding)
    if (!swept.isUnderWay) {
      if (Math.abs(across) < begins || Math.abs(across) < 2 * Math.abs(clientY - y)) return
      swept.isUnderWay = true
    }
    const kind = kindOf(across)
    sweep.row.dataset.swept = Math.abs(across) < enough ? kind : `${kind} enough`
    sweep.row.dataset.sweptWords = sweep.words[kind]
    sweep.row.style.setProperty('--mailbox-swept', `${Math.max(-far - 20, Math.min(160, across))}px`)
  }
  function handleUp({ pointerId, clientX }: PointerEvent) {
    if (swept === null || pointerId !== swept.id) return
    const { sweep, x, isUnderWay } = swept
    letGo()
    isClickDue = isUnderWay
    if (isUnderWay && Math.abs(clientX - x) >= enough) sweep.onSweep(kindOf(clientX - x))
  }
  /** The press that a finger leaves behind would open the row. */
  function handleClick(event: MouseEvent) {
    if (!isClickDue) return
    isClickDue = false
    event.preventDefault()
    event.stopPropagation()
  }

  /** The browser's own long press would open the menu of the row. */
  function handleMenu(event: Event) {
    if (swept !== null && !swept.isUnderWay) hold()
    if (!isHeld) return
    event.preventDefault()
    event.stopPropagation()
  }

  function handleTouch({ touches, target }: TouchEvent) {
    const list = target instanceof Element ? target.closest<HTMLElement>('.mailbox-scroll') : null
    const [touch] = touches
    pull =
      list === null || touch === undefined || touches.length > 1 || list.scrollTop > 0
        ? null
        : { list, y: touch.clientY }
  }
  function handleDrag({ touches }: TouchEvent) {
    const [touch] = touches
    if (pull === null || touch === undefined) return
    const down = touch.clientY - pull.y
    if (touches.length > 1 || pull.list.scrollTop > 0 || swept?.isUnderWay || down < -begins) return letPullGo()
    if (down < begins) return
    pull.list.dataset.pulled = down < pulled ? pullWords.more : pullWords.release
  }
  /** Where it ended counts: while the browser itself scrolls, it tells little of the way. */
  function handleEnd({ changedTouches }: TouchEvent) {
    const isMeant = pull !== null && (changedTouches[0]?.clientY ?? 0) - pull.y >= pulled && pull.list.scrollTop <= 0
    letPullGo()
    if (isMeant) onPull()
  }

  const controller = new AbortController()
  const { signal } = controller
  const passive = { passive: true, signal }
  document.addEventListener('pointerdown', handleDown, { signal })
  document.addEventListener('pointermove', handleMove, passive)
  document.addEventListener('pointerup', handleUp, { signal })
  document.addEventListener('pointercancel', letGo, { signal })
  document.addEventListener('click', handleClick, { capture: true, signal })
  document.addEventListener('contextmenu', handleMenu, { capture: true, signal })
  document.addEventListener('touchstart', handleTouch, passive)
  document.addEventListener('touchmove', handleDrag, passive)
  document.addEventListener('touchend', handleEnd, { signal })
  document.addEventListener('touchcancel', letPullGo, { signal })
  return () => {
    letGo()
    letPullGo()
    controller.abort()
  }
}
