/** The page on which a kind is registered, where one may. */
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { registrationState } from '#contract/endpoints/session/registration'
import { registrationKinds } from '#contract/registration/registrationKinds'
import { Answered } from '#src/components/antd/AntdPage'
import { EmptyState } from '#src/components/state/EmptyState'
import { useReply } from '#src/store/ask'
import { pathTo } from '#src/store/routes/pathTo'
import { useRouteId } from '#src/store/routes/useRouteSpec'
import { selectUser } from '#src/store/session/session'
import { useAppSelector } from '#src/store/typed'
import { RegistrationFrame } from './RegistrationFrame'
import { Wizard } from './Wizard'

export function RegisterPage() {
  const { t } = useTranslation('registration')
  const route = useRouteId()
  const [search] = useSearchParams()
  const answer = useReply(registrationState, {})
  const user = useAppSelector(selectUser)
  const { page, tiers } = registrationKinds.find((it) => it.page === route) ?? registrationKinds[0]
  const wished = tiers.find((tier) => tier === search.get('kind')) ?? tiers[0]
  return (
    <RegistrationFrame title={t(`title.${page}`)} intro={t(`intro.${page}`)} width="form">
      {user === null ? (
        <Answered answer={answer} lines={8}>
          {(state) =>
            state.mode === 'closed' ? (
              <EmptyState
                title={t('closed')}
                hint={t('closedHint', { contact: state.contact })}
                action={
                  <Link className="ep-button" to={pathTo('login')}>
                    {t('signIn')}
                  </Link>
                }
              />
            ) : (
              <Wizard key={page} state={state} kinds={tiers} wished={wished} />
            )
          }
        </Answered>
      ) : (
        <EmptyState
          title={t('signedIn', { account: user.username })}
          hint={t('signedInHint')}
          action={
            <Link className="ep-button ep-button-primary" to={pathTo('receive')}>
              {t('toMail')}
            </Link>
          }
        />
      )}
    </RegistrationFrame>
  )
}
