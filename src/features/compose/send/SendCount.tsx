/** How many mails an organization's account sent within 24 hours, and how many it may send (SPEC §7). */
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '#contract/endpoint'
import { corporateSendCount } from '#contract/endpoints/sending/sending'
import { useServices } from '#src/store/servicesContext'
import { useAppStore } from '#src/store/typed'
import { isOrganizationSender } from './sendComposed'

export function SendCount() {
  const { t } = useTranslation('compose')
  const services = useServices()
  const store = useAppStore()
  const [count, setCount] = useState<Reply<typeof corporateSendCount> | null>(null)

  useEffect(() => {
    if (!isOrganizationSender(store.getState(), services)) return
    const stop = new AbortController()
    // Only told: where it cannot be asked for, the gateway still counts.
    void services.call(corporateSendCount, {}, { signal: stop.signal }).then((outcome) => {
      if (outcome.ok && !stop.signal.aborted) setCount(outcome.value)
    })
    return () => stop.abort()
  }, [services, store])

  return count === null ? null : <p className="compose-count">{t('sendCount', count)}</p>
}
