/** The code that a new phone has to send, until its text message is there. */
import Button from 'antd/es/button'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsAtMost } from '#src/components/browser/useMediaQuery'
import { type PhoneCheck, PhoneCodePanel, usePhoneCheck } from '../phone'

export type NewPhone = {
  readonly phone: string
  readonly code: { readonly text: string; readonly destination: string }
}

export function PhoneProof({
  asked: { phone, code },
  onBound,
  onCancel,
}: {
  asked: NewPhone
  onBound: () => void
  onCancel: () => void
}) {
  const { t } = useTranslation(['protection', 'phone', 'errors'])
  const isOnPhone = useIsAtMost('phone')
  const [chosen, setChosen] = useState<'picture' | 'words'>('picture')
  const [found, setFound] = useState<PhoneCheck | null>(null)
  /** The person says that the message went. */
  const [isSent, setSent] = useState(false)
  const isExpired = found?.kind === 'expired'
  const handleLook = useCallback(
    (look: PhoneCheck) => {
      setFound(look)
      if (look.kind === 'bound') onBound()
    },
    [onBound],
  )
  usePhoneCheck(isSent && !isExpired ? phone : null, handleLook)

  return (
    <li className="protection-proof">
      {isExpired ? (
        <p role="alert">{t('phone:expired')}</p>
      ) : (
        <>
          <p>{t('protection:sendFrom', { phone })}</p>
          <PhoneCodePanel
            code={code}
            way={isOnPhone ? 'words' : chosen}
            isOnPhone={isOnPhone}
            onOtherWay={() => setChosen(chosen === 'picture' ? 'words' : 'picture')}
          />
          <p role="status" className="protection-hint">
            {isSent && t(found?.kind === 'trouble' ? found.trouble : 'phone:waiting')}
          </p>
        </>
      )}
      <div className="antd-form-actions">
        {!isExpired && (
          <Button type="primary" loading={isSent} onClick={() => setSent(true)}>
            {t('phone:done')}
          </Button>
        )}
        <Button onClick={onCancel}>{t('protection:cancel')}</Button>
      </div>
    </li>
  )
}
