/** The command of a row's menu that recalls a sent mail; where it is known to be refused, it says why in words. */
import { useTranslation } from 'react-i18next'
import type { MailSummary } from '#contract/shapes'
import { lowestTierWith } from '#contract/tiers'
import type { MenuItem } from '#src/components/menu/MenuList'
import { useServices } from '#src/store/servicesContext'
import { selectUser } from '#src/store/session/session'
import { overlayOpened } from '#src/store/shell/overlays'
import { useAppDispatch, useAppSelector } from '#src/store/typed'
import { knownRecallReason } from './knownRecallReason'

const firstTier = lowestTierWith((tier) => tier.recallsPerMonth > 0)

export function useRecallItem(mail: MailSummary | undefined): readonly MenuItem[] {
  const { t } = useTranslation(['mail', 'errors', 'layout'])
  const { now } = useServices()
  const dispatch = useAppDispatch()
  const tier = useAppSelector(selectUser)?.tier ?? 'free'
  if (mail === undefined || mail.folder !== 'sent') return []
  const code = knownRecallReason(mail, tier, now())
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
