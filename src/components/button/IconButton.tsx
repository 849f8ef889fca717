import type { ButtonHTMLAttributes, ReactNode } from 'react'
import './IconButton.css'

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'aria-label'> & {
  /** What it does: its name and its tooltip. */
  label: string
  icon: ReactNode
  /** Why it cannot be pressed now. */
  disabledReason?: string | undefined
}

export function IconButton({ label, icon, disabledReason, className = '', onClick, ...rest }: Props) {
  const off = disabledReason !== undefined
  return (
    <button
      type="button"
      {...rest}
      className={`ep-icon-button ${className}`}
      aria-label={label}
      aria-disabled={off || undefined}
      title={disabledReason ?? label}
      onClick={off ? (event) => event.preventDefault() : onClick}
    >
      {icon}
    </button>
  )
}
