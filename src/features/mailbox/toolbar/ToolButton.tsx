/** A button of the toolbar. With nothing selected it says why in its tooltip; pressed all the same, it asks to choose again (SPEC §5). */
import type { ReactNode } from 'react'

type Props = {
  label: string
  icon: ReactNode
  /** Why it does nothing now. */
  disabledReason: string | undefined
  onPress: () => void
  /** What a press means while it is off. */
  onRefused: () => void
}

export function ToolButton({ label, icon, disabledReason, onPress, onRefused }: Props) {
  const off = disabledReason !== undefined
  return (
    <button
      type="button"
      className="ep-icon-button"
      aria-label={label}
      aria-disabled={off || undefined}
      title={off ? `${label} – ${disabledReason}` : label}
      onClick={off ? onRefused : onPress}
    >
      {icon}
    </button>
  )
}
