/** Asks whether the mail is meant to go so; Esc and the first button lead back to it. */
import { useTranslation } from 'react-i18next'
import { Button } from '#src/components/button/Button'
import { Dialog } from '#src/components/dialog/Dialog'
import type { SendQuestion } from './sendQuestions'

type Props = { question: SendQuestion; onClose: () => void; onSend: () => void }

const mostShown = 8

export function SendQuestionDialog({ question, onClose, onSend }: Props) {
  const { t } = useTranslation('compose')
  const { kind } = question
  const addresses = question.kind === 'outside' ? question.addresses : []
  return (
    <Dialog
      title={t(`ask.${kind}.title`)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('ask.back')}</Button>
          <Button tone="primary" onClick={onSend}>
            {t('ask.send')}
          </Button>
        </>
      }
    >
      <p>{t(`ask.${kind}.text`, { count: addresses.length })}</p>
      {addresses.length > 0 && (
        <ul className="compose-outside">
          {addresses.slice(0, mostShown).map((address) => (
            <li key={address}>
              <bdi>{address}</bdi>
            </li>
          ))}
          {addresses.length > mostShown && <li>{t('ask.more', { count: addresses.length - mostShown })}</li>}
        </ul>
      )}
    </Dialog>
  )
}
