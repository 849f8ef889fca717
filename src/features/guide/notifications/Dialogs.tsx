import Button from 'antd/es/button'
import { useTranslation } from 'react-i18next'
import { useConfirm } from '#src/components/antd/useConfirm'
import { noticeShown } from '#src/store/shell/notices'
import { overlayOpened } from '#src/store/shell/overlays'
import { useAppDispatch } from '#src/store/typed'

const kinds = ['ask', 'danger'] as const

/** Questions that wait for an answer. */
export function Dialogs() {
  const { t } = useTranslation('notifications')
  const dispatch = useAppDispatch()
  const { confirm, holder } = useConfirm()

  async function ask(kind: (typeof kinds)[number]) {
    const isYes = await confirm({
      title: t(`dialogs.${kind}Title`),
      text: t(`dialogs.${kind}Text`),
      yes: t(`dialogs.${kind}Yes`),
      isDanger: kind === 'danger',
    })
    if (isYes) dispatch(noticeShown({ tone: 'success', message: 'notifications:dialogs.answered' }))
  }

  return (
    <section>
      <h2>{t('dialogs.title')}</h2>
      <div className="guide-buttons">
        {kinds.map((kind) => (
          <Button key={kind} onClick={() => void ask(kind)}>
            {t(`dialogs.${kind}`)}
          </Button>
        ))}
        <Button onClick={() => dispatch(overlayOpened({ kind: 'bindPhone' }))}>{t('dialogs.phone')}</Button>
      </div>
      {holder}
    </section>
  )
}
