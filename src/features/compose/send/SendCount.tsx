import { useTranslation } from 'react-i18next'
import { corporateSendCount } from '#contract/endpoints/sending/sending'
import { useReply } from '#src/store/ask'
import { useServices } from '#src/store/servicesContext'
import { useAppSelector } from '#src/store/typed'
import { isOrganizationSender } from './sendComposed'

/** The share of the limit from which on the person is told. */
const toldFrom = 0.8

/** How many mails an organization's account sent within 24 hours, and how many it may send (SPEC §7). */
export function SendCount() {
  const services = useServices()
  const isOrganization = useAppSelector((state) => isOrganizationSender(state, services))
  return isOrganization ? <Count /> : null
}

function Count() {
  const { t } = useTranslation('compose')
  const count = useReply(corporateSendCount, {})
  // Only told: where it cannot be asked for, the gateway still counts.
  if (count.state !== 'answered' || count.reply.sent < toldFrom * count.reply.limit) return null
  return <p className="compose-count">{t('sendCount', count.reply)}</p>
}
