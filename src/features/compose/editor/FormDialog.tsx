/** A dialog with a form of its own, beside the form of the mail: browsers keep the submission of a form within another from being heard. */
import { type ComponentProps, type FormEvent, type ReactNode, useId } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/components/button/Button'
import { Dialog } from '#src/components/dialog/Dialog'

type Props = Pick<ComponentProps<typeof Dialog>, 'title' | 'onClose'> & {
  /** What its main button says and does; without it there is nothing to submit. */
  submit?: { readonly label: string; readonly act: () => void }
  /** The button that leaves it; Cancel where left out. */
  closeLabel?: string
  /** Buttons before the others. */
  more?: ReactNode
  children: ReactNode
}

export function FormDialog({ submit, closeLabel, more, children, ...dialog }: Props) {
  const { t } = useTranslation('common')
  const id = useId()

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    submit?.act()
  }

  const actions = (
    <>
      {more}
      <Button onClick={dialog.onClose}>{closeLabel ?? t('cancel')}</Button>
      {submit !== undefined && (
        <Button tone="primary" type="submit" form={id}>
          {submit.label}
        </Button>
      )}
    </>
  )
  return createPortal(
    <Dialog {...dialog} actions={actions}>
      {submit === undefined ? (
        children
      ) : (
        <form id={id} onSubmit={handleSubmit} noValidate>
          {children}
        </form>
      )}
    </Dialog>,
    document.body,
  )
}
