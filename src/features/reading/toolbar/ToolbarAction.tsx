import type { ReactNode } from 'react'
import './readerToolbar.css'

type Props = { label: string; icon: ReactNode; onClick: () => void; disabled?: boolean }

/** A button of the reader's toolbar; where there is little room its name is only said. */
export function ToolbarAction({ label, icon, onClick, disabled = false }: Props) {
  return (
    <button type="button" className="reading-action" title={label} onClick={onClick} disabled={disabled}>
      <span aria-hidden="true">{icon}</span>
      <span className="reading-action-label">{label}</span>
    </button>
  )
}
