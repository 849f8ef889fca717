import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, NavLink, useLocation } from 'react-router-dom'
import { AntdPage } from '../../components/antd/AntdPage'
import { EmptyState } from '../../components/state/EmptyState'
import { pathTo } from '../../store/routes/pathTo'
import { useServices } from '../../store/servicesContext'
import { selectSessionStatus } from '../../store/session/session'
import { forgetSession } from '../../store/session/sessionThunks'
import { useAppDispatch, useAppSelector } from '../../store/typed'
import './membership.css'

type Props = { title: string; actions?: ReactNode; children: ReactNode }

/** Around each page of a membership; leads to the sign-in without session and ticket. */
export function PayFrame({ title, actions, children }: Props) {
  const { t } = useTranslation('membership')
  const { stored } = useServices()
  const dispatch = useAppDispatch()
  const status = useAppSelector(selectSessionStatus)
  const { pathname, search } = useLocation()
  const mayAsk = status === 'signedIn' || stored.get('renewalTicket') !== null
  const login = pathTo('login', {}, { next: pathname + search })
  return (
    <main className="membership-page">
      <AntdPage
        title={title}
        {...(actions === undefined ? {} : { actions })}
        width="wide"
        nav={
          <>
            {status === 'signedIn' ? (
              <Link to={pathTo('receive')}>{t('back')}</Link>
            ) : (
              // A session that is lost would keep its owner from the sign-in page.
              <Link to={login} onClick={() => status === 'lost' && dispatch(forgetSession(login))}>
                {t('signIn')}
              </Link>
            )}
            <NavLink to={pathTo('mailUpgrade')}>{t('upgrade')}</NavLink>
            <NavLink to={pathTo('renewal')}>{t('renewal')}</NavLink>
            <NavLink to={pathTo('continuePay')}>{t('orders')}</NavLink>
          </>
        }
      >
        {mayAsk ? children : <EmptyState title={t('needsSignIn')} hint={t('needsSignInHint')} />}
      </AntdPage>
    </main>
  )
}
