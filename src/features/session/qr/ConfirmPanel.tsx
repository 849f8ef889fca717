import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Reply } from '#contract/endpoint'
import { decideQrLogin, scanQrLogin } from '#contract/endpoints/session/qrLogin'
import { Button } from '#src/components/button/Button'
import { cityName } from '#src/components/text/cityName'
import { pathTo } from '#src/store/routes/pathTo'
import { useServices } from '#src/store/servicesContext'
import { selectUsername } from '#src/store/session/session'
import { useAppSelector } from '#src/store/typed'
import './qr.css'

type Stage =
  | { readonly kind: 'asking' }
  | { readonly kind: 'asked'; readonly who: Reply<typeof scanQrLogin> }
  /** As a key. */
  | { readonly kind: 'said'; readonly message: string }

const failed = (code: string) => (code === 'notFound' ? 'qrLogin:gone' : `errors:${code}`)

/** The phone's side: who wants to be let in, and a yes or a no to it. */
export function ConfirmPanel({ id }: { id: string }) {
  const { t, i18n } = useTranslation(['qrLogin', 'errors'])
  const { call } = useServices()
  const username = useAppSelector(selectUsername)
  const [stage, setStage] = useState<Stage>({ kind: 'asking' })
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    const stopping = new AbortController()
    async function scan() {
      const outcome = await call(scanQrLogin, { id }, { signal: stopping.signal })
      if (stopping.signal.aborted) return
      setStage(outcome.ok ? { kind: 'asked', who: outcome.value } : { kind: 'said', message: failed(outcome.code) })
    }
    void scan()
    return () => stopping.abort()
  }, [call, id])

  async function decide(accept: boolean) {
    if (isBusy) return
    setBusy(true)
    const outcome = await call(decideQrLogin, { id, accept })
    setBusy(false)
    const answer = accept ? 'qrLogin:letIn' : 'qrLogin:refused'
    setStage({ kind: 'said', message: outcome.ok ? answer : failed(outcome.code) })
  }

  if (stage.kind !== 'asked') {
    return (
      <div className="session-qr">
        <p role="status">{t(stage.kind === 'asking' ? 'qrLogin:asking' : stage.message)}</p>
        {stage.kind === 'said' && (
          <Link className="ep-link" to={pathTo('receive')}>
            {t('qrLogin:toMail')}
          </Link>
        )}
      </div>
    )
  }
  const { browser, system, address, place, at } = stage.who
  const unknown = t('qrLogin:unknown')
  return (
    <>
      <p>{t('qrLogin:question', { account: username })}</p>
      <dl className="session-qr-facts">
        <dt>{t('qrLogin:browser')}</dt>
        <dd>{[browser, system].filter((word) => word !== '').join(' · ') || unknown}</dd>
        <dt>{t('qrLogin:address')}</dt>
        <dd>{address}</dd>
        <dt>{t('qrLogin:city')}</dt>
        <dd>{place === null ? unknown : cityName(place, i18n.language)}</dd>
        <dt>{t('qrLogin:time')}</dt>
        <dd>{new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'medium' }).format(at)}</dd>
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
