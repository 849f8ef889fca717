/** A button that opens a list of commands: arrows move, Enter chooses, Esc closes and gives focus back. */
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import './Menu.css'

export type MenuItem = {
  readonly key: string
  readonly label: ReactNode
  readonly icon?: ReactNode
  /** Why it cannot be chosen now. */
  readonly disabledReason?: string | undefined
  readonly onChoose: () => void
}

type Props = {
  /** The button's name, and its content when there is no other. */
  label: string
  items: readonly MenuItem[]
  children?: ReactNode
  className?: string
  /** Why it cannot be opened now. */
  disabledReason?: string | undefined
  align?: 'start' | 'end'
}

export function Menu({ label, items, children, className = 'ep-icon-button', disabledReason, align = 'start' }: Props) {
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const listId = useId()
  const off = disabledReason !== undefined

  useEffect(() => {
    if (!isOpen) return
    list.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus()
    const handleOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && root.current?.contains(event.target) !== true) setOpen(false)
    }
    document.addEventListener('pointerdown', handleOutside)
    return () => document.removeEventListener('pointerdown', handleOutside)
  }, [isOpen])

  function close() {
    setOpen(false)
    button.current?.focus()
  }

  function handleKey(event: KeyboardEvent) {
    const choices = [...(list.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]
    const at = choices.findIndex((choice) => choice.matches(':focus'))
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
      close()
    } else if (event.key === 'Tab') setOpen(false)
  }

  return (
    <div className="ep-menu" ref={root}>
      <button
        type="button"
        ref={button}
        className={className}
        aria-label={children === undefined ? undefined : label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-disabled={off || undefined}
        title={disabledReason ?? (children === undefined ? undefined : label)}
        onClick={() => off || setOpen(!isOpen)}
      >
        {children ?? label}
      </button>
      {isOpen && (
        <div
          id={listId}
          ref={list}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          className={`ep-menu-list ep-menu-${align}`}
          onKeyDown={handleKey}
        >
          {items.map((item) => (
            <button
              key={item.key}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className="ep-menu-item"
              aria-disabled={item.disabledReason !== undefined || undefined}
              title={item.disabledReason}
              onClick={() => {
                if (item.disabledReason !== undefined) return
                close()
                item.onChoose()
              }}
            >
              {item.icon !== undefined && <span aria-hidden="true">{item.icon}</span>}
              {item.label}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
