import { useCallback, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button/Button'
import { ErrorNote } from '../../components/state/ErrorNote'
import * as calls from '../../contract/endpoints/mail/imageSenders'
import type { Failure } from '../../lib/http/outcome'
import { imagesForbidden } from '../../store/mail/senderEvents'
import { useServices } from '../../store/servicesContext'
import { useAppDispatch } from '../../store/typed'

/** Senders whose remote pictures are always shown, each of whom can be taken off; nothing while there is none. */
export function ImageSendersSetting() {
  const { t } = useTranslation('settings')
  const dispatch = useAppDispatch()
  const { call } = useServices()
  const titleId = useId()
  const [senders, setSenders] = useState<readonly string[]>([])
  const [failure, setFailure] = useState<Failure['code'] | null>(null)

  const load = useCallback(async () => {
    const outcome = await call(calls.imageSenders, {})
    setFailure(outcome.ok ? null : outcome.code)
    if (outcome.ok) setSenders(outcome.value.senders)
  }, [call])
  useEffect(() => void load(), [load])

  async function forbid(address: string) {
    const outcome = await call(calls.forbidImages, { address })
    setFailure(outcome.ok ? null : outcome.code)
    if (!outcome.ok) return
    setSenders((known) => known.filter((one) => one !== address))
    dispatch(imagesForbidden({ address }))
  }

  if (senders.length === 0 && failure === null) return null
  return (
    <section className="settings-senders" aria-labelledby={titleId}>
      <h3 id={titleId} className="settings-senders-title">
        {t('imageSenders')}
      </h3>
      {failure !== null && <ErrorNote message={`errors:${failure}`} onRetry={() => void load()} />}
      <ul className="settings-senders-list">
        {senders.map((address) => (
          <li key={address} className="settings-sender">
            <bdi>{address}</bdi>
            <Button aria-label={t('imageSenderRemoveNamed', { address })} onClick={() => void forbid(address)}>
              {t('imageSenderRemove')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
