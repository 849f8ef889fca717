/** A dialog with a form of its own, beside the form of the mail: browsers keep the submission of a form within another from being heard. */
import type { ComponentProps } from 'react'
import { createPortal } from 'react-dom'
import { Dialog } from '#src/components/dialog/Dialog'

export function FormDialog(props: ComponentProps<typeof Dialog>) {
  return createPortal(<Dialog {...props} />, document.body)
}
