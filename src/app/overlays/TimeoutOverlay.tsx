import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { Button } from '../../components/button/Button'
import { Dialog } from '../../components/dialog/Dialog'
import { SignInFields, useSignIn } from '../../features/session'
import { pathTo } from '../../store/routes/pathTo'
import { useRouteSpec } from '../../store/routes/useRouteSpec'
import { useServices } from '../../store/servicesContext'
import { selectUsername } from '../../store/session/session'
import { forgetSession, signOut } from '../../store/session/sessionThunks'
import { useAppDispatch, useAppSelector } from '../../store/typed'
import { isHandheld } from './isHandheld'
import { useReload } from './reload'
import { useTypedOver } from './useTypedOver'

/** Leads to the page of second factors, and stays open there: more refusals lead nowhere. */
export function FactorOverlay({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const page = pathTo('settingInner', {}, { section: 'factors' })
  const wasThere = useRef(false)
  useEffect(() => {
    if (pathname + search === page) wasThere.current = true
    else if (wasThere.current) onClose()
    else void navigate(page, { replace: true })
  }, [navigate, onClose, page, pathname, search])
  return null
}

/** Where the modal is suppressed (SPEC §4): phones and WeChat go to the login page and come back; pay routes go on. */
export function TimeoutOverlay() {
  const { timeoutModalOff } = useRouteSpec()
  if (timeoutModalOff) return null
  return isHandheld(navigator.userAgent) ? <ToLogin /> : <TimeoutModal />
}

function ToLogin() {
  const dispatch = useAppDispatch()
  const { pathname, search } = useLocation()
  useEffect(() => {
    dispatch(forgetSession(pathTo('login', {}, { next: pathname + search })))
  }, [dispatch, pathname, search])
  return null
}

function TimeoutModal() {
  const { t } = useTranslation('login')
  const dispatch = useAppDispatch()
  const username = useAppSelector(selectUsername)
  const reload = useReload()
  const { tabItems } = useServices()
  const form = useSignIn(username ?? '', () => {
    // Read by the composer that comes back, and void for any that is opened later.
    tabItems.set('resumes', true, 1 / 60)
    reload()
  })
  const handleExit = () => dispatch(signOut('/'))
  useTypedOver()
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
