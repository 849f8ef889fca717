import Button from 'antd/es/button'
import Modal from 'antd/es/modal'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AntdScope } from '#src/components/antd/AntdScope'
import type { SearchQuery } from '../searchQuery'
import { AdvancedForm } from './AdvancedForm'

type Props = { query: SearchQuery; onClose: () => void; onSubmit: (query: SearchQuery) => void }

export function AdvancedDialog({ query, onClose, onSubmit }: Props) {
  const { t } = useTranslation('search')
  const formId = useId()
  const body = useRef<HTMLDivElement>(null)
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
        afterClose={onClose}
        afterOpenChange={(isShown) => {
          // Who was faster than the motion stays in the field that is being typed in.
          if (!isShown || body.current?.contains(document.activeElement)) return
          body.current?.querySelector('input')?.focus()
        }}
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
          <AdvancedForm name={formId} query={query} onSubmit={onSubmit} />
        </div>
      </Modal>
    </AntdScope>
  )
}
