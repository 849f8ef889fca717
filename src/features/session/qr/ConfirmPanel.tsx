import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { decideQrLogin, scanQrLogin } from '#contract/endpoints/session/qrLogin'
import { readableAddress } from '#contract/mail/domainSpelling'
import { Button } from '#src/components/button/Button'
import { cityName } from '#src/components/text/cityName'
import { deviceText } from '#src/components/text/deviceText'
import { secondDate } from '#src/components/text/mailDate'
import { useReply } from '#src/store/ask'
import { pathTo } from '#src/store/routes/pathTo'
import { useServices } from '#src/store/servicesContext'
import { selectUsername } from '#src/store/session/session'
import { useAppSelector } from '#src/store/typed'
import './qr.css'

const failed = (code: string) => (code === 'notFound' ? 'qrLogin:gone' : `errors:${code}`)

/** The phone's side: who wants to be let in, and a yes or a no to it. */
export function ConfirmPanel({ id }: { id: string }) {
  const { t, i18n } = useTranslation(['qrLogin', 'errors'])
  const { call } = useServices()
  const username = useAppSelector(selectUsername)
  const asked = useReply(scanQrLogin, { id })
  /** What became of it, as a key. */
  const [decided, setDecided] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const said = decided ?? (asked.state === 'failed' ? failed(asked.code) : null)

  async function decide(accept: boolean) {
    if (isBusy) return
    setBusy(true)
    const outcome = await call(decideQrLogin, { id, accept })
    setBusy(false)
    const answer = accept ? 'qrLogin:letIn' : 'qrLogin:refused'
    setDecided(outcome.ok ? answer : failed(outcome.code))
  }

  if (said !== null || asked.state !== 'answered') {
    return (
      <div className="session-qr">
        <p role="status">{t(said ?? 'qrLogin:asking')}</p>
        {said !== null && (
          <Link className="ep-link" to={pathTo('receive')}>
            {t('qrLogin:toMail')}
          </Link>
        )}
      </div>
    )
  }
  const { browser, system, address, place, at } = asked.reply
  const unknown = t('qrLogin:unknown')
  return (
    <>
      <p>{t('qrLogin:question', { account: readableAddress(username ?? '') })}</p>
      <dl className="session-qr-facts">
        <dt>{t('qrLogin:browser')}</dt>
        <dd>{deviceText({ browser, system }) || unknown}</dd>
        <dt>{t('qrLogin:address')}</dt>
        <dd>{address}</dd>
        <dt>{t('qrLogin:city')}</dt>
        <dd>{place === null ? unknown : cityName(place, i18n.language)}</dd>
        <dt>{t('qrLogin:time')}</dt>
        <dd>{secondDate(at, i18n.language)}</dd>
      </dl>
      <p className="session-qr-caution">{t('qrLogin:caution')}</p>
      <div className="session-qr-actions">
        <Button onClick={() => void decide(false)}>{t('qrLogin:refuse')}</Button>
        <Button tone="primary" aria-busy={isBusy} onClick={() => void decide(true)}>
          {t('qrLogin:accept')}
        </Button>
      </div>
    </>
  )
}
