/** What became of a send, recipient by recipient, and another try for those whom it did not reach. */
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '#contract/endpoint'
import { sendFailedAgain } from '#contract/endpoints/sending/planned'
import type { sendStatus } from '#contract/endpoints/sending/sending'
import { plainAddress, plainName } from '#src/components/text/AddressText'
import type { Failure } from '#src/lib/http/outcome'
import { useServices } from '#src/store/servicesContext'
import './sendTable.css'
import { sendReasonKey } from './sendReasons'

export type SendStatus = Reply<typeof sendStatus>

/** Another try for those whom it did not reach; `onChanged`: what is shown is no longer so. */
export function useSendAgain(id: string, onChanged: () => void) {
  const { call } = useServices()
  const [fault, setFault] = useState<Failure['code'] | null>(null)
  const [isAsking, setAsking] = useState(false)

  async function again() {
    if (isAsking) return
    setAsking(true)
    const outcome = await call(sendFailedAgain, { id })
    setAsking(false)
    setFault(outcome.ok ? null : outcome.code)
    if (outcome.ok) onChanged()
  }
  return { again: () => void again(), isAsking, fault }
}

/** With so many, the totals are told above the table. */
const many = 5

type Props = {
  status: SendStatus
  /** Why another try was refused. */
  fault: Failure['code'] | null
  /** The button that tries again, of the page that it stands in. */
  again: ReactNode
}

export function SendTable({ status, fault, again }: Props) {
  const { t } = useTranslation(['sending', 'errors'])
  const { recipients } = status
  return (
    <>
      {recipients.length >= many && <SendTotals status={status} />}
      <table className="sending-table">
        <thead>
          <tr>
            <th scope="col">{t('sending:result.recipient')}</th>
            <th scope="col">{t('sending:result.outcome')}</th>
          </tr>
        </thead>
        <tbody aria-live="polite">
          {recipients.map((recipient) => (
            <tr key={recipient.address} className={`sending-is-${recipient.state}`}>
              <td>
                <bdi>{plainAddress(recipient.address)}</bdi>
              </td>
              <td>
                <span className="sending-state">{t(`sending:result.state.${wordOf(recipient)}`)}</span>
                {recipient.reason !== null && (
                  <span className="sending-reason">
                    <span>{t(`sending:result.reason.${sendReasonKey(recipient.reason)}`)}</span>{' '}
                    <bdi className="sending-said">
                      {t('sending:result.reason.said', { text: plainName(recipient.reason) })}
                    </bdi>
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {status.canSendAgain && again}
      {fault !== null && (
        <p className="sending-fault" role="alert">
          {t(`errors:${fault}`)}
        </p>
      )}
    </>
  )
}

export function SendTotals({ status: { recipients } }: { status: SendStatus }) {
  const { t } = useTranslation('sending')
  const count = (...states: SendStatus['recipients'][number]['state'][]) =>
    recipients.filter(({ state }) => states.includes(state)).length
  return (
    <p className="sending-totals ep-number">
      {t('result.totals', {
        sent: count('sent'),
        waiting: count('queued', 'retrying'),
        failed: count('failed', 'unconfirmed'),
      })}
    </p>
  )
}

/** What lies in a mailbox here is delivered; of other mail it is known that a mail server took it. */
function wordOf({ state, local }: SendStatus['recipients'][number]) {
  return state === 'sent' && !local ? 'accepted' : state
}
