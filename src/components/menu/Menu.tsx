/** A button that opens a list of commands; closed with a key, it has the focus again. */
import { type ReactNode, useId, useRef, useState } from 'react'
import { type MenuItem, MenuList } from './MenuList'

export type { MenuItem } from './MenuList'

type Props = {
  /** The button's name, and its content when there is no other. */
  label: string
  items: readonly MenuItem[]
  children?: ReactNode
  className?: string
  /** Why it cannot be opened now. */
  disabledReason?: string | undefined
  align?: 'start' | 'end'
  /** What stands above the commands. */
  head?: ReactNode
}

export function Menu({
  label,
  items,
  children,
  className = 'ep-icon-button',
  disabledReason,
  align = 'start',
  head,
}: Props) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const listId = useId()
  const off = disabledReason !== undefined

  return (
    <div className="ep-menu">
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
        <MenuList
          id={listId}
          list={list}
          label={label}
          items={items}
          head={head}
          className="ep-menu-placed"
          opener={button}
          align={align}
          onClose={(why) => {
            setOpen(false)
            if (why !== 'pressed') button.current?.focus()
          }}
        />
      )}
    </div>
  )
}
