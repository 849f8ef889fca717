/** Asks before mails are deleted for good, and says how many. */
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits'
import { Button } from '#src/components/button/Button'
import { Dialog } from '#src/components/dialog/Dialog'

const recoverableDays = limits.purgedRecoveryMs / 86_400_000

type Props = {
  count: number
  /** They are deleted for good already, and cannot be recovered after this. */
  isErased: boolean
  /** Where data recovery is on, it keeps them for some days. */
  isKept: boolean
  onCancel: () => void
  onConfirm: () => void
}

export function RemoveForeverDialog({ count, isErased, isKept, onCancel, onConfirm }: Props) {
  const { t } = useTranslation(['mail'])
  const question = isErased ? 'mail:eraseQuestion' : isKept ? 'mail:foreverKept' : 'mail:foreverQuestion'
  return (
    <Dialog
      title={t(isErased ? 'mail:eraseNow' : 'mail:foreverTitle')}
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>{t('mail:keep')}</Button>
          <Button tone="danger" onClick={onConfirm}>
            {t(isErased ? 'mail:eraseNow' : 'mail:deleteForever')}
          </Button>
        </>
      }
    >
      <p>{t(question, { count })}</p>
      {isKept && <p>{t('mail:foreverRecoverable', { days: recoverableDays })}</p>}
    </Dialog>
  )
}
