import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, NavLink, useLocation, useSearchParams } from 'react-router-dom'
import * as v from 'valibot'
import { AntdPage } from '../../components/antd/AntdPage'
import { EmptyState } from '../../components/state/EmptyState'
import { type PayMethod, userInfos } from '../../contract/endpoints/account/orders'
import { useReply } from '../../store/ask'
import { nextPath } from '../../store/routes/nextPath'
import { pathTo } from '../../store/routes/pathTo'
import { useServices } from '../../store/servicesContext'
import { selectSessionStatus, selectUsername } from '../../store/session/session'
import { forgetSession } from '../../store/session/sessionThunks'
import { useAppDispatch, useAppSelector } from '../../store/typed'
import './membership.css'

type Props = {
  title: string
  actions?: ReactNode
  /** Of a reply that the page has, null before it has come; asked where the page has none. */
  methods?: readonly PayMethod[] | null
  children: ReactNode
}

/** Around each page of a membership; leads to the sign-in without session and ticket. */
export function PayFrame({ title, actions, methods, children }: Props) {
  const { t } = useTranslation('membership')
  const { stored } = useServices()
  const dispatch = useAppDispatch()
  const status = useAppSelector(selectSessionStatus)
  const { pathname, search } = useLocation()
  const wayBack = useWayBack()
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
              <Link to={wayBack ?? pathTo('receive')}>{t(wayBack === null ? 'back' : 'wayBack')}</Link>
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
        {mayAsk && (methods === undefined ? <AskedMark /> : <TestMark methods={methods} />)}
        {mayAsk ? children : <EmptyState title={t('needsSignIn')} hint={t('needsSignInHint')} />}
      </AntdPage>
    </main>
  )
}

/** Where no provider is configured, each page says that no money moves. */
function TestMark({ methods }: { methods: readonly PayMethod[] | null }) {
  const { t } = useTranslation('membership')
  return methods?.includes('test') ? <p className="membership-test">{t('testMark')}</p> : null
}

function AskedMark() {
  return <TestMark methods={useReply(userInfos, {}).last?.methods ?? null} />
}

const keptWay = v.object({ account: v.string(), path: v.string() })

/** The page from which this person came to pay in this tab; null where none is known. */
export function useWayBack(): string | null {
  const { tabItems } = useServices()
  const [search] = useSearchParams()
  const account = useAppSelector(selectUsername)
  const given = nextPath(search.get('next'))
  useEffect(() => {
    if (given !== null && account !== null) tabItems.set('wayBack', { account, path: given })
  }, [given, account, tabItems])
  if (account === null) return null
  if (given !== null) return given
  const kept = v.safeParse(keptWay, tabItems.get('wayBack'))
  return kept.success && kept.output.account === account ? nextPath(kept.output.path) : null
}
