/** Imports that have left something out: what, and why, for as long as a person wants to know. */
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/components/button/Button'
import { IconButton } from '#src/components/button/IconButton'
import { lazyDialog } from '#src/components/lazy/lazyDialog'
import { resultPutAway, selectResults } from '#src/store/mail/mailJobs'
import { useAppDispatch, useAppSelector } from '#src/store/typed'

const ImportResult = lazyDialog(async () => (await import('../../transfer')).ImportResult)

export function ImportResults() {
  const { t } = useTranslation(['jobs', 'common'])
  const dispatch = useAppDispatch()
  const results = useAppSelector(selectResults)
  const [openId, setOpenId] = useState<string | null>(null)
  const open = results.find(({ id }) => id === openId)
  if (results.length === 0) return null
  return (
    <section className="mailbox-jobs" aria-label={t('jobs:results')}>
      {results.map(({ id, done, files = [] }) => (
        <div key={id} className="mailbox-banner">
          <span className="mailbox-banner-text ep-number">
            {t('jobs:importedSome', { count: done, refused: files.reduce((sum, { refused }) => sum + refused, 0) })}
          </span>
          <Button onClick={() => setOpenId(id)}>{t('jobs:details')}</Button>
          <IconButton label={t('common:close')} icon={<CloseOutlined />} onClick={() => dispatch(resultPutAway(id))} />
        </div>
      ))}
      {open !== undefined && <ImportResult files={open.files ?? []} onClose={() => setOpenId(null)} />}
    </section>
  )
}
