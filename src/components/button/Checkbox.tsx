/** A tri-state checkbox with a name that is read, not shown. */
import { useEffect, useRef } from 'react'
import './Checkbox.css'

type Props = {
  label: string
  checked: boolean
  /** Some, not all. */
  mixed?: boolean
  disabled?: boolean
  onChange: (checked: boolean, event: { readonly shiftKey: boolean }) => void
}

export function Checkbox({ label, checked, mixed = false, disabled = false, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const shift = useRef(false)
  useEffect(() => {
    if (input.current !== null) input.current.indeterminate = mixed
  }, [mixed])
  return (
    <input
      ref={input}
      type="checkbox"
      className="ep-checkbox"
      aria-label={label}
      title={label}
      checked={checked}
      disabled={disabled}
      onClick={(event) => {
        shift.current = event.shiftKey
      }}
      onChange={(event) => onChange(event.target.checked, { shiftKey: shift.current })}
    />
  )
}
