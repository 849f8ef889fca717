/** How far the work over whole folders is, each with its Cancel. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../components/Button'
import { useAppDispatch } from '../../../store/typed'
import { useJobWatch } from '../hooks/useJobWatch'
import { cancelJob } from '../jobThunks'
import './banners.css'

export function JobBanner() {
  const { t } = useTranslation(['jobs', 'common'])
  const dispatch = useAppDispatch()
  const jobs = useJobWatch()
  const [cancelled, setCancelled] = useState<readonly string[]>([])
  if (jobs.length === 0) return null
  return (
    <section className="mailbox-jobs" aria-label={t('jobs:running')}>
      {jobs.map(({ id, kind, done, total }) => {
        const words = t(`jobs:progress.${kind}`, { done: Math.min(done, total), total })
        return (
          <div key={id} className="mailbox-banner">
            <span className="mailbox-banner-text ep-number">{words}</span>
            <progress className="mailbox-progress" aria-label={words} value={Math.min(done, total)} max={total} />
            <Button
              disabledReason={cancelled.includes(id) ? t('jobs:cancelling') : undefined}
              onClick={() => {
                setCancelled([...cancelled, id])
                void dispatch(cancelJob(id))
              }}
            >
              {t('common:cancel')}
            </Button>
          </div>
        )
      })}
    </section>
  )
}
