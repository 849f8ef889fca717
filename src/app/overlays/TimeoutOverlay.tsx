import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { Button } from '../../components/Button'
import { Dialog } from '../../components/Dialog'
import { SignInFields, useSignIn } from '../../features/session'
import { pathTo } from '../../store/pathTo'
import { selectUsername } from '../../store/session'
import { forgetSession, refreshUser, signOut } from '../../store/sessionThunks'
import { useAppDispatch, useAppSelector } from '../../store/typed'
import { useRouteSpec } from '../../store/useRouteSpec'
import { isHandheld } from './isHandheld'
import { useReload } from './reload'

/** Where the modal is suppressed (SPEC §4): phones and WeChat go to the login page and come back; pay routes go on. */
export function TimeoutOverlay() {
  const { timeoutModalOff } = useRouteSpec()
  if (timeoutModalOff) return null
  return isHandheld(navigator.userAgent) ? <ToLogin /> : <TimeoutModal />
}

function ToLogin() {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(() => {
    dispatch(forgetSession())
    navigate(pathTo('login', {}, { next: pathname + search }), { replace: true })
  }, [dispatch, navigate, pathname, search])
  return null
}

function TimeoutModal() {
  const { t } = useTranslation('login')
  const dispatch = useAppDispatch()
  const username = useAppSelector(selectUsername)
  const reload = useReload()
  const form = useSignIn(username ?? '', reload)
  useEffect(() => {
    // Another tab signed in: where the gateway knows the new token as the same user's, the session goes on here.
    const resume = ({ key }: StorageEvent) => {
      if (key === 'ep_tokenList') dispatch(refreshUser())
    }
    window.addEventListener('storage', resume)
    return () => window.removeEventListener('storage', resume)
  }, [dispatch])
  const handleExit = () => dispatch(signOut())
  return (
    <Dialog id="modal-overTime" title={t('timeoutTitle')} onClose={handleExit}>
      <p className="session-hint">{t('timeoutHint')}</p>
      <SignInFields form={form} focus="password">
        <div className="ep-dialog-actions">
          <Button onClick={handleExit}>{t('exit')}</Button>
          <Button type="submit" tone="primary" aria-busy={form.isBusy}>
            {t(form.isBusy ? 'submitting' : 'submit')}
          </Button>
        </div>
      </SignInFields>
    </Dialog>
  )
}
