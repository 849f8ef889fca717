import type { ReactNode } from 'react'
import './EmptyState.css'

type Props = {
  icon?: ReactNode
  title: string
  /** What to do next. */
  hint?: string
  action?: ReactNode
}

export function EmptyState({ icon, title, hint, action }: Props) {
  return (
    <div className="ep-empty">
      {icon !== undefined && (
        <span className="ep-empty-icon" aria-hidden="true">
          {icon}
        </span>
      )}
      <p className="ep-empty-title">{title}</p>
      {hint !== undefined && <p className="ep-empty-hint">{hint}</p>}
      {action}
    </div>
  )
}
