/** Offers the newer copy of this browser, as plain text: whatever a quoted mail put into it, here it is words (TRUST S2, S4). Enter restores, Esc leaves both as they are, and it is offered again. */
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/components/button/Button'
import { Dialog } from '#src/components/dialog/Dialog'
import { secondDate } from '#src/components/text/mailDate'
import type { Restorable } from '../composer'
import type { RestoreChoice } from './saveComposer'

type Props = {
  restorable: Restorable
  /** All that it says, as text. */
  words: string
  onAnswer: (choice: RestoreChoice) => void
  onClose: () => void
}

export function RestoreDialog({ restorable, words, onAnswer, onClose }: Props) {
  const { t, i18n } = useTranslation('compose')
  const { content } = restorable.kept
  // The dialog would focus its first button, with which Enter destroys what was written.
  const restore = useRef<HTMLButtonElement>(null)
  useEffect(() => restore.current?.focus(), [])
  return (
    <Dialog
      title={t('restore.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => onAnswer('discard')}>
            {t(restorable.savedAt === null ? 'restore.discard' : 'restore.keepSaved')}
          </Button>
          <Button ref={restore} tone="primary" onClick={() => onAnswer('restore')}>
            {t('restore.restore')}
          </Button>
        </>
      }
    >
      <dl className="compose-restore">
        <dt>{t('restore.here')}</dt>
        <dd>{secondDate(restorable.changedAt, i18n.language)}</dd>
        <dt>{t('restore.server')}</dt>
        <dd>{restorable.savedAt === null ? t('restore.never') : secondDate(restorable.savedAt, i18n.language)}</dd>
        <dt>{t('subject')}</dt>
        <dd>{content.subject === '' ? t('restore.noSubject') : content.subject}</dd>
      </dl>
      {words !== '' && <p className="compose-restore-words">{words}</p>}
    </Dialog>
  )
}
