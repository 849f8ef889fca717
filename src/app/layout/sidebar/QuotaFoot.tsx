import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { fileSize } from '#src/components/text/fileSize'
import { selectQuota } from '#src/store/mail/quota'
import { selectIsFull } from '#src/store/mail/quotaThunks'
import { pathTo } from '#src/store/routes/pathTo'
import { useMayUpgrade, usePathToPay } from '#src/store/routes/usePathToPay'
import { useAppSelector } from '#src/store/typed'

/** How full the mailbox is, at the sidebar's foot. */
export function QuotaFoot() {
  const { t, i18n } = useTranslation('layout')
  const quota = useAppSelector(selectQuota)
  const isFull = useAppSelector(selectIsFull)
  const mayUpgrade = useMayUpgrade()
  const toUpgrade = usePathToPay()
  if (quota === null) return null
  return (
    <div className="layout-quota">
      <span className="ep-number">
        {t('quota', { used: fileSize(quota.used, i18n.language), limit: fileSize(quota.limit, i18n.language) })}
      </span>
      <progress aria-label={t('quotaLabel')} max={Math.max(1, quota.limit)} value={quota.used} />
      {isFull && (
        <Link className="layout-quota-full" to={mayUpgrade ? toUpgrade : pathTo('receive', {}, { sort: 'size' })}>
          {t('full')}
        </Link>
      )}
    </div>
  )
}
