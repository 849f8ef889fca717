import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/components/button/Button'
import { Dialog } from '#src/components/dialog/Dialog'
import { noticeShown } from '#src/store/shell/notices'
import { overlayOpened } from '#src/store/shell/overlays'
import { useAppDispatch } from '#src/store/typed'

const kinds = ['ask', 'danger'] as const

/** Questions that wait for an answer. */
export function Dialogs() {
  const { t } = useTranslation(['notifications', 'common'])
  const dispatch = useAppDispatch()
  const [open, setOpen] = useState<(typeof kinds)[number] | null>(null)
  const close = () => setOpen(null)
  return (
    <section>
      <h2>{t('notifications:dialogs.title')}</h2>
      <div className="guide-buttons">
        {kinds.map((kind) => (
          <Button key={kind} onClick={() => setOpen(kind)}>
            {t(`notifications:dialogs.${kind}`)}
          </Button>
        ))}
        <Button onClick={() => dispatch(overlayOpened({ kind: 'bindPhone' }))}>
          {t('notifications:dialogs.phone')}
        </Button>
      </div>
      {open !== null && (
        <Dialog
          title={t(`notifications:dialogs.${open}Title`)}
          onClose={close}
          actions={
            <>
              <Button onClick={close}>{t('common:cancel')}</Button>
              <Button
                tone={open === 'danger' ? 'danger' : 'primary'}
                onClick={() => {
                  close()
                  dispatch(noticeShown({ tone: 'success', message: 'notifications:dialogs.answered' }))
                }}
              >
                {t(`notifications:dialogs.${open}Yes`)}
              </Button>
            </>
          }
        >
          <p>{t(`notifications:dialogs.${open}Text`)}</p>
        </Dialog>
      )}
    </section>
  )
}
