import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { withinTime } from '../../lib/clock/withinTime'
import { pathTo } from '../../store/routes/pathTo'
import { useRouteId } from '../../store/routes/useRouteSpec'
import { LoginFrame } from './LoginFrame'
import { PasswordForm } from './PasswordForm'

type Props = {
  onTyping?: () => void
  beside?: ReactNode
  expired?: ReactNode
}

/** The page before the mailbox, in two ways: for everybody and for VIP mailboxes. */
export function LoginPage({ onTyping, beside, expired }: Props) {
  const { t } = useTranslation('login')
  const { search } = useLocation()
  const [further, setFurther] = useState<ReactNode>(null)
  // Nobody waits for it: the password signs in as well.
  useEffect(() => {
    withinTime(import('./organization/BelowForm')).then(({ BelowForm }) => setFurther(<BelowForm />), Boolean)
  }, [])
  const way = useRouteId() === 'loginVip' ? 'loginVip' : 'login'
  return (
    <LoginFrame beside={beside}>
      <div className="session-ways">
        <h1 className="session-way session-way-chosen">{t(way)}</h1>
        <Link className="session-way" to={pathTo('pclogin') + search}>
          {t('qrTitle')}
        </Link>
      </div>
      <PasswordForm onTyping={onTyping} expired={expired} />
      <Suspense fallback={null}>{further}</Suspense>
      {(['resetPassword', way === 'login' ? 'loginVip' : 'login'] as const).map((id) => (
        <Link key={id} className="ep-link session-other" to={pathTo(id) + search}>
          {t(id)}
        </Link>
      ))}
    </LoginFrame>
  )
}
