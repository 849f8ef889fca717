import type { ReactNode } from 'react'

type Props = {
  label: string
  onPress: () => void
  /** Whether it is on; left out by what is not on or off. */
  isPressed?: boolean | undefined
  children: ReactNode
}

export function Tool({ label, onPress, isPressed, children }: Props) {
  return (
    <button
      type="button"
      className="compose-tool"
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      // The selection in the text must outlive the press.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {children}
    </button>
  )
}
