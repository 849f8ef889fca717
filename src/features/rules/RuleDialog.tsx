import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button/Button'
import { Dialog } from '../../components/dialog/Dialog'
import { ErrorNote } from '../../components/state/ErrorNote'
import { Skeleton } from '../../components/state/Skeleton'
import { showMail } from '../../contract/endpoints/mail/reading'
import { useReply } from '../../store/ask'
import { RuleForm } from './RuleForm'
import { ruleStart } from './ruleStart'
import './ruleDialog.css'

/** Makes a rule of a mail: reading it for this marks nothing. */
export function RuleDialog({ mailId, onClose }: { mailId: string; onClose: () => void }) {
  const { t } = useTranslation(['rules', 'common', 'errors'])
  const answer = useReply(showMail, { id: mailId })
  // Made once: a form that is being filled keeps what it began with.
  const mail = answer.state === 'answered' ? answer.reply.mail : null
  const start = useMemo(() => mail && ruleStart(mail), [mail])

  if (start !== null) return <RuleForm start={start} onClose={onClose} />
  return (
    <Dialog
      title={t('rules:title')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('common:cancel')}</Button>}
    >
      {answer.state === 'failed' ? (
        <ErrorNote message={`errors:${answer.code}`} onRetry={answer.retry} />
      ) : (
        <Skeleton lines={4} />
      )}
    </Dialog>
  )
}
