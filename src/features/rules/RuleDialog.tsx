import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button/Button'
import { Dialog } from '../../components/dialog/Dialog'
import { ErrorNote } from '../../components/state/ErrorNote'
import { Skeleton } from '../../components/state/Skeleton'
import { showMail } from '../../contract/endpoints/mail/reading'
import type { Failure } from '../../lib/http/outcome'
import { useServices } from '../../store/servicesContext'
import { RuleForm } from './RuleForm'
import { type RuleStart, ruleStart } from './ruleStart'
import './ruleDialog.css'

/** Makes a rule of a mail: reading it for this marks nothing. */
export function RuleDialog({ mailId, onClose }: { mailId: string; onClose: () => void }) {
  const { t } = useTranslation(['rules', 'common', 'errors'])
  const { call } = useServices()
  const [start, setStart] = useState<RuleStart | null>(null)
  const [failure, setFailure] = useState<Failure['code'] | null>(null)
  const read = useCallback(async () => {
    setFailure(null)
    const outcome = await call(showMail, { id: mailId })
    if (outcome.ok) setStart(ruleStart(outcome.value.mail))
    else setFailure(outcome.code)
  }, [call, mailId])
  useEffect(() => void read(), [read])

  if (start !== null) return <RuleForm start={start} onClose={onClose} />
  return (
    <Dialog
      title={t('rules:title')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('common:cancel')}</Button>}
    >
      {failure === null ? (
        <Skeleton lines={4} />
      ) : (
        <ErrorNote message={`errors:${failure}`} onRetry={() => void read()} />
      )}
    </Dialog>
  )
}
