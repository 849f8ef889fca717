/** How far long work over mail is, each with its Cancel; its beginning and every quarter of it are spoken. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/components/button/Button'
import { useAppDispatch } from '#src/store/typed'
import { ImportResults } from './ImportResults'
import { jobProgress } from './jobProgress'
import { cancelJob } from './jobThunks'
import { useJobWatch } from './useJobWatch'
import '../selection/banners.css'

export function JobBanner() {
  const { t } = useTranslation(['jobs', 'common'])
  const dispatch = useAppDispatch()
  const jobs = useJobWatch()
  const [cancelled, setCancelled] = useState<readonly string[]>([])
  const shown = jobs.map((job) => {
    const { value, max, params } = jobProgress(job)
    const words = t(`jobs:progress.${job.kind}`, params)
    const quarter = max === 0 ? 0 : Math.floor((4 * value) / max)
    return { id: job.id, value, max, words, spoken: t(`jobs:spoken.${job.kind}`, { percent: quarter * 25 }) }
  })
  return (
    <>
      <span role="status" className="visually-hidden">
        {shown.map(({ spoken }) => spoken).join(' ')}
      </span>
      {shown.length > 0 && (
        <section className="mailbox-jobs" aria-label={t('jobs:running')}>
          {shown.map(({ id, value, max, words }) => (
            <div key={id} className="mailbox-banner">
              <span className="mailbox-banner-text ep-number">{words}</span>
              <progress className="mailbox-progress" aria-label={words} value={value} max={max} />
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
          ))}
        </section>
      )}
      <ImportResults />
    </>
  )
}
