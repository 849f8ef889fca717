import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { pathTo } from '../../../store/pathTo'
import { useRouteId } from '../../../store/useRouteSpec'
import { LoginFrame } from '../components/LoginFrame'
import { PasswordForm } from '../components/PasswordForm'

/** The page before the mailbox, in two ways: for everybody and for VIP mailboxes. */
export function LoginPage({ onTyping }: { onTyping?: () => void }) {
  const { t } = useTranslation('login')
  const { search } = useLocation()
  return (
    <LoginFrame>
      <div className="session-ways">
        <h1 className="session-way session-way-chosen">{t(useRouteId() === 'loginVip' ? 'vipTitle' : 'title')}</h1>
        <Link className="session-way" to={pathTo('pclogin') + search}>
          {t('qrTitle')}
        </Link>
      </div>
      <PasswordForm onTyping={onTyping} />
    </LoginFrame>
  )
}
