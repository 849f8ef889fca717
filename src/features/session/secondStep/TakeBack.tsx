/** The way back into an account that its owner has closed (docs/decisions/0063). */
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { takeBackAccount } from '#contract/endpoints/account/leaving'
import { minuteDate } from '#src/components/text/mailDate'
import type { Failure } from '#src/lib/http/outcome'
import type { Closing } from '#src/store/session/signIn'
import { type AppThunk, useAppDispatch } from '#src/store/typed'

/** Null once it is back. */
function takeBack(ticket: string): AppThunk<Promise<Failure['code'] | null>> {
  return async (_dispatch, _getState, { call }) => {
    const outcome = await call(takeBackAccount, { ticket })
    return outcome.ok ? null : outcome.code
  }
}

export function TakeBack({ closing: { at, ticket }, onBack }: { closing: Closing; onBack: () => void }) {
  const { t, i18n } = useTranslation(['leaving', 'errors'])
  const dispatch = useAppDispatch()
  const [isBusy, setBusy] = useState(false)
  const [isBack, setBack] = useState(false)
  const [fault, setFault] = useState<Failure['code'] | null>(null)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])

  async function handleTake() {
    if (isBusy || ticket === undefined) return
    setBusy(true)
    const code = await dispatch(takeBack(ticket))
    setBusy(false)
    setFault(code)
    setBack(code === null)
  }

  if (isBack)
    return (
      <div className="session-form take-back">
        <p role="status">{t('leaving:back.done')}</p>
        <button type="button" className="ep-button ep-button-primary session-submit" onClick={onBack}>
          {t('leaving:back.signIn')}
        </button>
      </div>
    )
  return (
    <div className="session-form take-back">
      <h2 ref={title} tabIndex={-1} className="take-back-title">
        {t('leaving:back.title')}
      </h2>
      <p>{t('leaving:back.goes', { date: minuteDate(at, i18n.language) })}</p>
      <p className="session-hint">{t('leaving:back.hint')}</p>
      {fault !== null && (
        <p className="session-note" role="alert">
          {t(fault === 'ticketExpired' ? 'leaving:back.late' : `errors:${fault}`)}
        </p>
      )}
      <button
        type="button"
        className="ep-button ep-button-primary session-submit"
        aria-busy={isBusy}
        onClick={() => void handleTake()}
      >
        {t('leaving:back.take')}
      </button>
      <button type="button" className="ep-button session-submit" onClick={onBack}>
        {t('leaving:back.leave')}
      </button>
    </div>
  )
}
