import { useTranslation } from 'react-i18next'
import { fileSize } from '#src/components/text/fileSize'
import { selectQuota } from '#src/store/mail/quota'
import { useAppSelector } from '#src/store/typed'

/** How full the mailbox is, at the sidebar's foot. */
export function QuotaFoot() {
  const { t, i18n } = useTranslation('layout')
  const quota = useAppSelector(selectQuota)
  if (quota === null) return null
  return (
    <div className="layout-quota">
      <span className="ep-number">
        {t('quota', { used: fileSize(quota.used, i18n.language), limit: fileSize(quota.limit, i18n.language) })}
      </span>
      <progress aria-label={t('quotaLabel')} max={Math.max(1, quota.limit)} value={quota.used} />
    </div>
  )
}
