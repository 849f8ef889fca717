import type { ComponentPropsWithRef } from 'react'

type Props = ComponentPropsWithRef<'button'> & {
  tone?: 'plain' | 'primary' | 'danger'
  /** Why it cannot be pressed now; it keeps its focus so that the reason can be read. */
  disabledReason?: string | undefined
}

export function Button({ tone = 'plain', disabledReason, className = '', onClick, ...rest }: Props) {
  const off = disabledReason !== undefined
  return (
    <button
      type="button"
      {...rest}
      className={`ep-button ${tone === 'plain' ? '' : `ep-button-${tone}`} ${className}`}
      aria-disabled={off || undefined}
      title={off ? disabledReason : rest.title}
      onClick={off ? (event) => event.preventDefault() : onClick}
    />
  )
}
