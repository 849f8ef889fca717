import { useTranslation } from 'react-i18next'
import { corporateSendCount } from '#contract/endpoints/sending/sending'
import { useReply } from '#src/store/ask'
import { useServices } from '#src/store/servicesContext'
import { useAppSelector } from '#src/store/typed'
import { isOrganizationSender } from './sendComposed'

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
  return count.state === 'answered' ? <p className="compose-count">{t('sendCount', count.reply)}</p> : null
}
