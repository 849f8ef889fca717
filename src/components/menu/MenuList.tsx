/** A list of commands on top of the page: arrows move, Enter chooses, Esc and Tab close and give focus back to where it came from. */
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
} from 'react'
import { positionBeside } from './positionBeside'
import './Menu.css'

export type MenuItem = {
  readonly key: string
  readonly label: ReactNode
  /** Null keeps its place where others of the list have one. */
  readonly icon?: ReactNode
  /** The key that does the same, as `aria-keyshortcuts` spells it. */
  readonly shortcut?: string | undefined
  /** Why it cannot be chosen now. */
  readonly disabledReason?: string | undefined
  /** Of commands among which one holds, whether it is this one. */
  readonly isChosen?: boolean
  /** Whether others stand above it that are of another kind. */
  readonly isFirstOfKind?: boolean
  readonly onChoose: () => void
}

type Props = {
  list: RefObject<HTMLDivElement | null>
  label: string
  items: readonly MenuItem[]
  className: string
  /** What stands above the commands. */
  head?: ReactNode
  id?: string
  style?: CSSProperties
  /** What a press may fall on without closing it, besides the list: the button that opened it. */
  opener?: RefObject<HTMLElement | null>
  /** With which of the opener's edges it is flush, where there is room. */
  align?: 'start' | 'end'
  /** `pressed`: somewhere else; then the focus goes where the press went. */
  onClose: (why: 'chosen' | 'left' | 'pressed') => void
}

const choice = '[role^="menuitem"]'

export function MenuList({ list, label, items, className, head, id, style, opener, align = 'start', onClose }: Props) {
  const closeFromOutside = useEffectEvent((event: PointerEvent) => {
    const { target } = event
    if (!(target instanceof Node) || list.current?.contains(target) || opener?.current?.contains(target)) return
    onClose('pressed')
  })
  useLayoutEffect(() => {
    if (opener?.current && list.current) positionBeside(list.current, opener.current, align)
  }, [list, opener, align])
  const closeFromScroll = useEffectEvent((event: Event) => {
    // It stands where its button stood: what is scrolled under it takes it away.
    if (opener !== undefined && event.target instanceof Node && !list.current?.contains(event.target))
      onClose('pressed')
  })
  useEffect(() => {
    const listen = (event: Event) => closeFromScroll(event)
    document.addEventListener('scroll', listen, { capture: true, passive: true })
    return () => document.removeEventListener('scroll', listen, { capture: true })
  }, [])
  useEffect(() => {
    list.current?.querySelector<HTMLElement>(choice)?.focus()
    const listen = (event: PointerEvent) => closeFromOutside(event)
    document.addEventListener('pointerdown', listen)
    return () => document.removeEventListener('pointerdown', listen)
  }, [list])

  function handleKey(event: KeyboardEvent) {
    const choices = [...(list.current?.querySelectorAll<HTMLElement>(choice) ?? [])]
    const at = choices.findIndex((one) => one.matches(':focus'))
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1 + choices.length,
      Home: 0,
      End: choices.length - 1,
    }
    const next = steps[event.key]
    if (next !== undefined) {
      event.preventDefault()
      choices[next % choices.length]?.focus()
    } else if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      onClose('left')
    } else if (event.key === 'Tab') onClose('left')
  }

  return (
    <div
      id={id}
      ref={list}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className={`ep-menu-list ${className}`}
      style={style}
      onKeyDown={handleKey}
    >
      {head !== undefined && <div className="ep-menu-head">{head}</div>}
      {items.map((item, at) => (
        <button
          key={item.key}
          type="button"
          {...(item.isChosen === undefined
            ? { role: 'menuitem' }
            : { role: 'menuitemradio', 'aria-checked': item.isChosen })}
          // A list that scrolls must hold a stop of the Tab key, else some browsers make one of the list itself.
          tabIndex={at === 0 ? 0 : -1}
          className={item.isFirstOfKind ? 'ep-menu-item ep-menu-kind' : 'ep-menu-item'}
          aria-disabled={item.disabledReason !== undefined || undefined}
          title={item.disabledReason}
          aria-keyshortcuts={item.shortcut}
          onClick={() => {
            if (item.disabledReason !== undefined) return
            onClose('chosen')
            item.onChoose()
          }}
        >
          {item.icon !== undefined && (
            <span aria-hidden="true" className="ep-menu-icon">
              {item.icon}
            </span>
          )}
          {item.label}
          {item.shortcut !== undefined && (
            <span aria-hidden="true" className="ep-menu-shortcut">
              {item.shortcut}
            </span>
          )}
        </button>
      ))}
    </div>
  )
}
