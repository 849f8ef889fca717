import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { LoginFrame } from '../LoginFrame'
import { PasswordForm } from '../PasswordForm'
import { ConfirmPanel } from './ConfirmPanel'
import { QrPanel } from './QrPanel'

const ways = ['qr', 'password'] as const

/** Signing in on a computer by a phone, with the password beside it; and, at the address that the picture shows, that phone's own page. */
export function PcLoginPage({ onTyping }: { onTyping?: () => void }) {
  const { t } = useTranslation(['qrLogin', 'login'])
  const [search] = useSearchParams()
  const [way, setWay] = useState<(typeof ways)[number]>('qr')
  const confirmed = search.get('confirm')
  const titles = { qr: t('login:qrTitle'), password: t('login:login') }
  if (confirmed !== null) {
    return (
      <LoginFrame>
        <div className="session-ways">
          <h1 className="session-way session-way-chosen">{t('qrLogin:confirmTitle')}</h1>
        </div>
        <ConfirmPanel id={confirmed} />
      </LoginFrame>
    )
  }
  return (
    <LoginFrame>
      <h1 className="visually-hidden">{titles[way]}</h1>
      <div className="session-ways">
        {ways.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === way}
            className={`session-way ${one === way ? 'session-way-chosen' : ''}`}
            onClick={() => setWay(one)}
          >
            {titles[one]}
          </button>
        ))}
      </div>
      {way === 'qr' ? <QrPanel /> : <PasswordForm onTyping={onTyping} />}
    </LoginFrame>
  )
}
