import type { ReactNode } from 'react'
import './EmptyState.css'

type Props = {
  icon?: ReactNode
  title: string
  /** What to do next. */
  hint?: string | undefined
  action?: ReactNode
  /** `h1` where it is all that the page says. */
  titleAs?: 'p' | 'h1'
}

export function EmptyState({ icon, title, hint, action, titleAs: Title = 'p' }: Props) {
  return (
    <div className="ep-empty">
      {icon !== undefined && (
        <span className="ep-empty-icon" aria-hidden="true">
          {icon}
        </span>
      )}
      <Title className="ep-empty-title">{title}</Title>
      {hint !== undefined && <p className="ep-empty-hint">{hint}</p>}
      {action}
    </div>
  )
}
