/** Signs in by a passkey, without account and password. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { beginPasskeySignIn, passkeySignIn } from '#contract/endpoints/session/passkeys'
import { zoneName } from '#src/lib/clock/zoneName'
import { loadChunk } from '#src/store/loadChunk'
import { pathTo } from '#src/store/routes/pathTo'
import { enter, keepRenewalTicket, readLoginRefusal } from '#src/store/session/signIn'
import { selectPasskeyOrigin } from '#src/store/shell/site'
import { type AppThunk, useAppDispatch, useAppSelector } from '#src/store/typed'
import { useGoOn } from '../useGoOn'

type Problem = { readonly message: string; readonly renewal?: 'renewal' | 'mailUpgrade' }

/** `problem` is null for somebody who is in now, or who changed their mind. */
function signInByPasskey(): AppThunk<Promise<{ readonly isIn: boolean; readonly problem: Problem | null }>> {
  return async (dispatch, _getState, { call, stored }) => {
    const refused = (code: string) => ({ isIn: false, problem: { message: `errors:${code}` } })
    const begun = await call(beginPasskeySignIn, {})
    if (!begun.ok) return refused(begun.code)
    const part = await dispatch(loadChunk(() => import('#src/lib/passkeys/passkeys')))
    const answer = part && (await part.signByPasskey(begun.value))
    if (answer === null) return { isIn: false, problem: part && { message: 'passkeys:notAsked' } }
    const stay = stored.get('staysSignedIn') === true
    const outcome = await call(passkeySignIn, { answer, stay, timezone: zoneName() })
    if (outcome.ok) {
      dispatch(enter(outcome.value, stay))
      return { isIn: true, problem: null }
    }
    const said = readLoginRefusal(outcome)
    if (said?.closing !== undefined) return { isIn: false, problem: { message: 'passkeys:closed' } }
    if (said?.renewalTicket === undefined) return refused(outcome.code)
    dispatch(keepRenewalTicket(said.renewalTicket))
    const renewal = outcome.code === '006' ? 'mailUpgrade' : 'renewal'
    return { isIn: false, problem: { message: `errors:${outcome.code}`, renewal } }
  }
}

export function PasskeyButton() {
  const { t } = useTranslation(['passkeys', 'login', 'errors'])
  const dispatch = useAppDispatch()
  const goOn = useGoOn()
  // At another address than the gateway's own it could only fail.
  const isHome = useAppSelector(selectPasskeyOrigin) === window.location.origin
  const isOffered = isHome && 'PublicKeyCredential' in window
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function handlePress() {
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    const done = await dispatch(signInByPasskey())
    setBusy(false)
    setProblem(done.problem)
    if (done.isIn) void goOn()
  }

  if (!isOffered) return null
  return (
    <div className="session-form">
      <button
        type="button"
        className="ep-button session-submit session-other"
        aria-busy={isBusy}
        onClick={() => void handlePress()}
      >
        {t('passkeys:signIn')}
      </button>
      <p className="session-note" role="alert">
        {problem !== null && t(problem.message)}
        {problem?.renewal !== undefined && (
          <>
            {' '}
            <Link to={pathTo(problem.renewal)}>{t('login:renew')}</Link>
          </>
        )}
      </p>
    </div>
  )
}
