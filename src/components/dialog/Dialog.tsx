/** A native modal dialog: the browser traps focus and gives it back. */
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import './Dialog.css'

type Props = {
  title: string
  /** Esc or the backdrop. */
  onClose: () => void
  children?: ReactNode
  /** The buttons at its foot, the harmless one first. */
  actions?: ReactNode
  id?: string
}

export function Dialog({ title, onClose, children, actions, id }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Before the effects of what it holds, which may focus a field of their own.
  useLayoutEffect(() => {
    const element = dialog.current
    if (element === null || element.open) return
    element.showModal()
    return () => element.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      id={id}
      className="ep-dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className="ep-dialog-frame">
        <h2 id={titleId} className="ep-dialog-title">
          {title}
        </h2>
        <div className="ep-dialog-body">{children}</div>
        {actions !== undefined && <div className="ep-dialog-actions">{actions}</div>}
      </div>
    </dialog>
  )
}
