import Button from 'antd/es/button'
import Input from 'antd/es/input'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isAddress } from '#contract/rules'
import { AntdForm, type FormFault, FormRow } from '#src/components/antd/AntdForm'
import { AntdFormDialog } from '#src/components/antd/AntdFormDialog'
import { noticeShown } from '#src/store/shell/notices'
import { useAppDispatch } from '#src/store/typed'

type Values = { address?: string }

function faultOf({ address = '' }: Values): FormFault | null {
  const found = address.trim() === '' ? 'empty' : isAddress(address.trim()) ? null : 'malformed'
  return found === null ? null : { field: 'address', message: `notifications:field.${found}` }
}

/** What is wrong in a field stands beside it and takes the focus: in a page and in a dialog. */
export function FieldErrors() {
  const { t } = useTranslation('notifications')
  const dispatch = useAppDispatch()
  const [fault, setFault] = useState<FormFault | null>(null)
  const [isOpen, setIsOpen] = useState(false)

  function handleFinish(values: Values) {
    const found = faultOf(values)
    setFault(found)
    if (found === null) dispatch(noticeShown({ tone: 'success', message: 'notifications:field.good' }))
  }

  const address = (
    <FormRow name="address" label={t('field.label')}>
      <Input type="email" autoComplete="off" maxLength={320} />
    </FormRow>
  )
  return (
    <section>
      <h2>{t('field.title')}</h2>
      <AntdForm fault={fault} onValuesChange={() => setFault(null)} onFinish={handleFinish}>
        {address}
        <div className="antd-form-actions">
          <Button htmlType="submit">{t('field.check')}</Button>
          <Button onClick={() => setIsOpen(true)}>{t('field.inDialog')}</Button>
        </div>
      </AntdForm>
      {isOpen && (
        <AntdFormDialog<Values>
          title={t('field.label')}
          submit={t('field.check')}
          onSubmit={async (values) => faultOf(values)}
          onClose={() => setIsOpen(false)}
        >
          {address}
        </AntdFormDialog>
      )}
    </section>
  )
}
