import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNote } from '../../components/state/ErrorNote'
import { Skeleton } from '../../components/state/Skeleton'
import { GuideFrame } from '../guide'
import { SignInCities } from './SignInCities'
import { SignInRows } from './SignInRows'
import { useSignIns } from './useSignIns'
import './signIns.css'

const choices = [30, 90] as const

/** From where the account was signed in to: on a map, by city, and one by one. */
export function MapsPage() {
  const { t } = useTranslation('maps')
  const [days, setDays] = useState<(typeof choices)[number]>(30)
  const { state, retry, askMore } = useSignIns(days)
  return (
    <GuideFrame page="maps" intro={t('intro')}>
      <fieldset className="sign-ins-days">
        <legend className="visually-hidden">{t('period')}</legend>
        {choices.map((one) => (
          <label key={one}>
            <input type="radio" name="sign-in-days" checked={one === days} onChange={() => setDays(one)} />
            {t('days', { count: one })}
          </label>
        ))}
      </fieldset>
      <div className="sign-ins" aria-busy={state.status === 'asked'}>
        <p role="status" className="visually-hidden">
          {state.status === 'ready' && t('told', { count: state.found.total, days })}
        </p>
        {state.status === 'asked' && <Skeleton lines={8} />}
        {state.status === 'failed' && <ErrorNote message={`errors:${state.code}`} onRetry={retry} />}
        {state.status === 'ready' && (
          <>
            <SignInCities found={state.found} />
            <SignInRows found={state.found} isAskingMore={state.isAskingMore} onMore={() => void askMore()} />
          </>
        )}
      </div>
    </GuideFrame>
  )
}
