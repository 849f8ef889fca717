/** The command of a row's menu that recalls a sent mail; where it is known to be refused, it says why in words. */
import { useTranslation } from 'react-i18next'
import type { MenuItem } from '../../../components/MenuList'
import type { MailSummary } from '../../../contract/shapes'
import { lowestTierWith } from '../../../contract/tiers'
import { overlayOpened } from '../../../store/overlays'
import { useServices } from '../../../store/servicesContext'
import { selectUser } from '../../../store/session'
import { useAppDispatch, useAppSelector } from '../../../store/typed'
import { knownReason } from '../recallReason'

const firstTier = lowestTierWith((tier) => tier.recallsPerMonth > 0)

export function useRecallItem(mail: MailSummary | undefined): readonly MenuItem[] {
  const { t } = useTranslation(['mail', 'errors', 'layout'])
  const { now } = useServices()
  const dispatch = useAppDispatch()
  const tier = useAppSelector(selectUser)?.tier ?? 'free'
  if (mail === undefined || mail.folder !== 'sent') return []
  const code = knownReason(mail, tier, now())
  const reason =
    code === null
      ? undefined
      : code === 'vipOnly' && firstTier !== null
        ? t('mail:recallVip', { tier: t(`layout:tier.${firstTier}`) })
        : t(`errors:${code}`)
  return [
    {
      key: 'recall',
      label: reason === undefined ? t('mail:recall') : t('mail:recallNot', { reason }),
      disabledReason: reason,
      onChoose: () => dispatch(overlayOpened({ kind: 'recall', mailId: mail.id })),
    },
  ]
}
