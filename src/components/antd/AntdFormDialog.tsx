import Button from 'antd/es/button'
import Modal from 'antd/es/modal'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AntdForm, type FormFault, useFirstField } from './AntdForm'
import { useDiscard } from './useConfirm'

type Props<Values> = {
  title: string
  /** What the button says that saves. */
  submit: string
  initialValues?: Partial<Values>
  /** Nothing is typed: it closes without a question. */
  isOfChoices?: boolean
  /** What it does cannot be taken back. */
  isDanger?: boolean
  /** Answers why the form was not taken; null closes the dialog. Until then nothing can be pressed twice. */
  onSubmit: (values: Values) => Promise<FormFault | null>
  onClose: () => void
  /** Narrow rows of the form. */
  children: ReactNode
}

/** A form in a dialog, the focus in its first field; it asks before it drops what was typed. */
export function AntdFormDialog<Values extends object>(props: Props<Values>) {
  const { title, submit, initialValues, isOfChoices = false, isDanger = false, onSubmit, onClose, children } = props
  const { t } = useTranslation('common')
  const { body, afterOpenChange } = useFirstField()
  const [fault, setFault] = useState<FormFault | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const [isOpen, setIsOpen] = useState(true)
  const { discard, setChanged, holder } = useDiscard(() => setIsOpen(false))

  async function handleFinish(values: Values) {
    if (isSaving) return
    setIsSaving(true)
    const found = await onSubmit(values)
    setIsSaving(false)
    setFault(found)
    if (found === null) setIsOpen(false)
  }

  function handleCancel() {
    if (!isSaving) void discard()
  }

  return (
    <Modal
      open={isOpen}
      title={title}
      footer={null}
      // The focus goes back to where it was opened before the dialog is taken away.
      afterClose={onClose}
      onCancel={handleCancel}
      afterOpenChange={afterOpenChange}
    >
      <div ref={body}>
        <AntdForm<Values>
          fault={fault}
          {...(initialValues !== undefined && { initialValues })}
          onValuesChange={() => {
            setChanged(!isOfChoices)
            setFault(null)
          }}
          onFinish={(values) => void handleFinish(values)}
        >
          {children}
          <div className="antd-form-actions">
            <Button type="primary" danger={isDanger} htmlType="submit" loading={isSaving}>
              {submit}
            </Button>
            <Button onClick={handleCancel}>{t('cancel')}</Button>
          </div>
        </AntdForm>
      </div>
      {holder}
    </Modal>
  )
}
