import Button from 'antd/es/button'
import Modal from 'antd/es/modal'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFirstField } from '#src/components/antd/AntdForm'
import { AntdScope } from '#src/components/antd/AntdScope'
import type { SearchQuery } from '../searchQuery'
import { AdvancedForm } from './AdvancedForm'

type Props = { query: SearchQuery; onClose: () => void; onSubmit: (query: SearchQuery) => void }

export function AdvancedDialog({ query, onClose, onSubmit }: Props) {
  const { t } = useTranslation('search')
  const formId = useId()
  const { body, afterOpenChange } = useFirstField()
  const [found, setFound] = useState<SearchQuery | null>(null)
  const [isOpen, setIsOpen] = useState(true)
  const cancel = () => setIsOpen(false)

  return (
    <AntdScope>
      <Modal
        open={isOpen}
        title={t('advanced')}
        className="search-advanced"
        width="min(600px, calc(100vw - 32px))"
        centered
        onCancel={cancel}
        // Taken away while it is open, it would give the focus to nothing.
        afterClose={() => (found === null ? onClose() : onSubmit(found))}
        afterOpenChange={afterOpenChange}
        footer={
          <div className="antd-form-actions">
            <Button type="primary" htmlType="submit" form={formId}>
              {t('submit')}
            </Button>
            <Button onClick={cancel}>{t('cancel')}</Button>
          </div>
        }
      >
        <div ref={body}>
          <AdvancedForm
            name={formId}
            query={query}
            onSubmit={(asked) => {
              setFound(asked)
              setIsOpen(false)
            }}
          />
        </div>
      </Modal>
    </AntdScope>
  )
}
