import Button from 'antd/es/button'
import Input from 'antd/es/input'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isAddress } from '#contract/rules'
import { AntdForm, type FormFault, FormRow } from '#src/components/antd/AntdForm'
import { noticeShown } from '#src/store/shell/notices'
import { useAppDispatch } from '#src/store/typed'

/** What is wrong in a field stands beside it, and the focus goes there. */
export function FieldErrors() {
  const { t } = useTranslation('notifications')
  const dispatch = useAppDispatch()
  const [fault, setFault] = useState<FormFault | null>(null)

  function handleFinish({ address = '' }: { address?: string }) {
    const found = address.trim() === '' ? 'empty' : isAddress(address.trim()) ? null : 'malformed'
    setFault(found === null ? null : { field: 'address', message: `notifications:field.${found}` })
    if (found === null) dispatch(noticeShown({ tone: 'success', message: 'notifications:field.good' }))
  }

  return (
    <section>
      <h2>{t('field.title')}</h2>
      <AntdForm fault={fault} onValuesChange={() => setFault(null)} onFinish={handleFinish}>
        <FormRow name="address" label={t('field.label')}>
          <Input type="email" autoComplete="off" maxLength={320} />
        </FormRow>
        <div className="antd-form-actions">
          <Button htmlType="submit">{t('field.check')}</Button>
        </div>
      </AntdForm>
    </section>
  )
}
