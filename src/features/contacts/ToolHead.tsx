/** What stands in the place of a contact says its name, and leads back. */
import ArrowLeftOutlined from '@ant-design/icons/es/icons/ArrowLeftOutlined'
import Button from 'antd/es/button'
import { useTranslation } from 'react-i18next'
import type { ContactsAddress } from './useContactsAddress'

export function ToolHead({ title, address }: { title: string; address: ContactsAddress }) {
  const { t } = useTranslation('contacts')
  return (
    <div className="contacts-tools">
      <Button
        type="text"
        icon={<ArrowLeftOutlined aria-hidden />}
        aria-label={t('back')}
        onClick={() => address.go({ tool: '' })}
      />
      <h2>{title}</h2>
    </div>
  )
}
