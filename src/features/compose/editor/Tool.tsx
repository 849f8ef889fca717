import type { ReactNode } from 'react'

type Props = {
  label: string
  onPress: () => void
  /** Whether it is on; left out by what is not on or off. */
  isPressed?: boolean | undefined
  children: ReactNode
  /** Words stand in it in place of a sign. */
  isWide?: boolean
}

export function Tool({ label, onPress, isPressed, children, isWide = false }: Props) {
  return (
    <button
      type="button"
      className={isWide ? 'compose-tool compose-tool-wide' : 'compose-tool'}
      aria-label={isWide ? undefined : label}
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
