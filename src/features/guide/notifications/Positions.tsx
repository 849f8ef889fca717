import InboxOutlined from '@ant-design/icons/es/icons/InboxOutlined'
import Button from 'antd/es/button'
import Radio from 'antd/es/radio'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#src/components/state/EmptyState'
import { ErrorNote } from '#src/components/state/ErrorNote'
import { Skeleton } from '#src/components/state/Skeleton'

const faces = ['empty', 'waiting', 'failed', 'part'] as const
type Face = (typeof faces)[number]

/** What stands where a list would: each face of it. */
export function Positions() {
  const { t } = useTranslation(['notifications', 'common'])
  const [face, setFace] = useState<Face>('empty')
  return (
    <section>
      <h2>{t('notifications:places.title')}</h2>
      <Radio.Group
        aria-label={t('notifications:places.title')}
        value={face}
        options={faces.map((one) => ({ value: one, label: t(`notifications:places.${one}`) }))}
        onChange={({ target }) => setFace(target.value)}
      />
      <div className="notices-place">
        {face === 'empty' && (
          <EmptyState
            icon={<InboxOutlined />}
            title={t('notifications:places.emptyTitle')}
            hint={t('notifications:places.emptyHint')}
            action={<Button onClick={() => setFace('waiting')}>{t('notifications:places.look')}</Button>}
          />
        )}
        {face === 'waiting' && (
          <div role="status" aria-label={t('common:loading')}>
            <Skeleton lines={5} />
          </div>
        )}
        {face === 'failed' && <ErrorNote message="errors:unreachable" onRetry={() => setFace('waiting')} />}
        {face === 'part' && (
          <p className="ep-missing" role="alert">
            {t('common:partFailed')}{' '}
            <Button type="link" onClick={() => setFace('waiting')}>
              {t('common:retry')}
            </Button>
          </p>
        )}
      </div>
    </section>
  )
}
