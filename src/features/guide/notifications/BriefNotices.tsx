import Button from 'antd/es/button'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { noticeShown, undoPressed } from '#src/store/shell/notices'
import { startAppListening, useAppDispatch } from '#src/store/typed'
import { noticeSampled } from '../../newMail'

const undoId = 'guide'

/** What already happened, and news of mail. */
export function BriefNotices() {
  const { t } = useTranslation('notifications')
  const dispatch = useAppDispatch()
  useEffect(
    () =>
      startAppListening({
        actionCreator: undoPressed,
        effect: ({ payload }, api) => {
          if (payload.undoId === undoId)
            api.dispatch(noticeShown({ tone: 'info', message: 'notifications:brief.undone' }))
        },
      }),
    [],
  )
  return (
    <section>
      <h2>{t('brief.title')}</h2>
      <p className="guide-note notices-note">{t('brief.note')}</p>
      <div className="guide-buttons">
        {(['success', 'info', 'error'] as const).map((tone) => (
          <Button
            key={tone}
            onClick={() => dispatch(noticeShown({ tone, message: `notifications:brief.${tone}Said` }))}
          >
            {t(`brief.${tone}`)}
          </Button>
        ))}
        <Button
          onClick={() => dispatch(noticeShown({ tone: 'success', message: 'notifications:brief.undoSaid', undoId }))}
        >
          {t('brief.undo')}
        </Button>
        <Button onClick={() => dispatch(noticeSampled(3))}>{t('brief.newMail')}</Button>
      </div>
    </section>
  )
}
