import Button from 'antd/es/button'
import Progress from 'antd/es/progress'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { noticeShown } from '#src/store/shell/notices'
import { useAppDispatch } from '#src/store/typed'

const steps = 10
const stepMs = 150

/** Long work: how far it is, how to stop it, and that it has ended. */
export function LongWork() {
  const { t } = useTranslation(['notifications', 'common'])
  const dispatch = useAppDispatch()
  /** Null while nothing goes on. */
  const [done, setDone] = useState<number | null>(null)
  const isGoing = done !== null
  useEffect(() => {
    if (!isGoing) return
    const timer = setInterval(() => setDone((before) => (before === null ? null : before + 1)), stepMs)
    return () => clearInterval(timer)
  }, [isGoing])
  useEffect(() => {
    if (done !== steps) return
    setDone(null)
    dispatch(noticeShown({ tone: 'success', message: 'notifications:work.done' }))
  }, [done, dispatch])
  const words = t('notifications:work.going', { done: done ?? 0, total: steps })
  return (
    <section>
      <h2>{t('notifications:work.title')}</h2>
      {isGoing ? (
        <div className="notices-work">
          <span>{words}</span>
          <Progress aria-label={words} percent={(done / steps) * 100} showInfo={false} />
          <Button
            onClick={() => {
              setDone(null)
              dispatch(noticeShown({ tone: 'info', message: 'notifications:work.stopped' }))
            }}
          >
            {t('common:cancel')}
          </Button>
        </div>
      ) : (
        <div className="guide-buttons">
          <Button onClick={() => setDone(0)}>{t('notifications:work.start')}</Button>
          <Button aria-disabled title={t('notifications:work.reason')}>
            {t('notifications:work.off')}
          </Button>
        </div>
      )}
    </section>
  )
}
