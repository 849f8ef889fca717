/** The command of a row's menu that recalls a sent mail; where it is known to be refused, it says why in words. */
import { useTranslation } from 'react-i18next'
import type { MenuItem } from '../../../components/MenuList'
import type { MailSummary } from '../../../contract/shapes'
import { overlayOpened } from '../../../store/overlays'
import { useServices } from '../../../store/servicesContext'
import { selectUser } from '../../../store/session'
import { useAppDispatch, useAppSelector } from '../../../store/typed'
import { knownReason } from '../recallReason'

export function useRecallItem(mail: MailSummary | undefined): readonly MenuItem[] {
  const { t } = useTranslation(['mail', 'errors'])
  const { now } = useServices()
  const dispatch = useAppDispatch()
  const tier = useAppSelector(selectUser)?.tier ?? 'free'
  if (mail === undefined || mail.folder !== 'sent') return []
  const code = knownReason(mail, tier, now())
  const reason = code === null ? undefined : t(code === 'vipOnly' ? 'mail:recallVip' : `errors:${code}`)
  return [
    {
      key: 'recall',
      label: reason === undefined ? t('mail:recall') : t('mail:recallNot', { reason }),
      disabledReason: reason,
      onChoose: () => dispatch(overlayOpened({ kind: 'recall', mailId: mail.id })),
    },
  ]
}
