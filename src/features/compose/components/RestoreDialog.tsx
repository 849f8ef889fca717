/** Offers the newer copy of this browser, as plain text: whatever a quoted mail put into it, here it is words (TRUST S2, S4). */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { textOfHtml } from '../../../lib/html'
import type { Restorable } from '../composer'

type Props = { restorable: Restorable; onAnswer: (isWanted: boolean) => void }

const shownCharacters = 300

export function RestoreDialog({ restorable, onAnswer }: Props) {
  const { t, i18n } = useTranslation('compose')
  const { content } = restorable.kept
  const words = useMemo(() => textOfHtml(content.html).slice(0, shownCharacters), [content.html])
  const time = (instant: number) =>
    new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'medium' }).format(instant)
  return (
    <Dialog
      title={t('restore.title')}
      onClose={() => onAnswer(true)}
      actions={
        <>
          <Button onClick={() => onAnswer(false)}>
            {t(restorable.savedAt === null ? 'restore.discard' : 'restore.keepSaved')}
          </Button>
          <Button tone="primary" onClick={() => onAnswer(true)}>
            {t('restore.restore')}
          </Button>
        </>
      }
    >
      <dl className="compose-restore">
        <dt>{t('restore.here')}</dt>
        <dd>{time(restorable.changedAt)}</dd>
        <dt>{t('restore.server')}</dt>
        <dd>{restorable.savedAt === null ? t('restore.never') : time(restorable.savedAt)}</dd>
        <dt>{t('subject')}</dt>
        <dd>{content.subject === '' ? t('restore.noSubject') : content.subject}</dd>
      </dl>
      {words !== '' && <p className="compose-restore-words">{words}</p>}
    </Dialog>
  )
}
