import Segmented from 'antd/es/segmented'
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
  const { asked, isAskingMore, askMore } = useSignIns(days)
  return (
    <GuideFrame page="maps" intro={t('intro')}>
      <Segmented
        aria-label={t('period')}
        className="sign-ins-days"
        value={days}
        options={choices.map((value) => ({ value, label: t('days', { count: value }) }))}
        onChange={setDays}
      />
      <div className="sign-ins" aria-busy={asked.state === 'waiting'}>
        <p role="status" className="visually-hidden">
          {asked.state === 'answered' && t('told', { count: asked.reply.total, days })}
        </p>
        {asked.state === 'waiting' && <Skeleton lines={8} />}
        {asked.state === 'failed' && <ErrorNote message={`errors:${asked.code}`} onRetry={asked.retry} />}
        {asked.state === 'answered' && (
          <>
            <SignInCities found={asked.reply} />
            <SignInRows found={asked.reply} isAskingMore={isAskingMore} onMore={() => void askMore()} />
          </>
        )}
      </div>
    </GuideFrame>
  )
}
