import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/components/button/Button'
import { Dialog } from '#src/components/dialog/Dialog'
import type { SearchQuery } from '../searchQuery'
import { AdvancedForm } from './AdvancedForm'

type Props = { query: SearchQuery; onClose: () => void; onSubmit: (query: SearchQuery) => void }

export function AdvancedDialog({ query, onClose, onSubmit }: Props) {
  const { t } = useTranslation('search')
  const formId = useId()
  return (
    <Dialog
      title={t('advanced')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button tone="primary" type="submit" form={formId}>
            {t('submit')}
          </Button>
        </>
      }
    >
      <AdvancedForm name={formId} query={query} onSubmit={onSubmit} />
    </Dialog>
  )
}
