import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Button } from '../../components/button/Button'
import { Dialog } from '../../components/dialog/Dialog'
import { ErrorNote } from '../../components/state/ErrorNote'
import { type RecallView, recallInfo, recallMail } from '../../contract/endpoints/sending/recall'
import { lowestTierWith } from '../../contract/tiers'
import { useReply } from '../../store/ask'
import { receivedAll } from '../../store/mail/mailEvents'
import { usePathToPay } from '../../store/routes/usePathToPay'
import { useServices } from '../../store/servicesContext'
import { useAppDispatch } from '../../store/typed'
import { RecallProgress } from './RecallProgress'
import { RecallQuestion } from './RecallQuestion'
import { recallReasonKey } from './recallReason'

const firstTier = lowestTierWith((tier) => tier.recallsPerMonth > 0)

type Props = { mailId: string; onClose: () => void }

/** Asks whether a mail is to be recalled, and then shows what becomes of it; or says why it cannot be. */
export function RecallDialog({ mailId, onClose }: Props) {
  const { t } = useTranslation(['recall', 'errors', 'common', 'layout'])
  const { call } = useServices()
  const dispatch = useAppDispatch()
  const answer = useReply(recallInfo, { id: mailId })
  const info = answer.state === 'answered' ? answer.reply : null
  const [notice, setNotice] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const [accepted, setAccepted] = useState<RecallView | null>(null)
  const reason = refused ?? info?.reason ?? null
  const isOpenQuestion = info !== null && reason === null && accepted === null

  async function recall() {
    setAsking(true)
    const outcome = await call(recallMail, { id: mailId, notice })
    setAsking(false)
    if (!outcome.ok) return setRefused(outcome.code)
    setAccepted(outcome.value.recall)
    dispatch(receivedAll())
  }

  return (
    <Dialog
      title={t('recall:title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t(isOpenQuestion ? 'common:cancel' : 'common:close')}</Button>
          {isOpenQuestion && (
            <Button tone="danger" disabled={isAsking} onClick={() => void recall()}>
              {t('recall:confirm')}
            </Button>
          )}
        </>
      }
    >
      {accepted !== null ? (
        <>
          <p role="status">{t('recall:accepted')}</p>
          <RecallProgress mailId={mailId} first={accepted} />
        </>
      ) : reason !== null ? (
        <>
          <p role="alert">{t(recallReasonKey(reason))}</p>
          {reason === 'vipOnly' && <VipFrom />}
        </>
      ) : answer.state === 'failed' ? (
        <ErrorNote message={`errors:${answer.code}`} onRetry={answer.retry} />
      ) : info === null ? (
        <p role="status">{t('recall:asking')}</p>
      ) : (
        <RecallQuestion info={info} notice={notice} onNotice={setNotice} />
      )}
    </Dialog>
  )
}

/** From which tier on mail can be recalled, and the way there. */
function VipFrom() {
  const { t } = useTranslation(['recall', 'common', 'layout'])
  const toUpgrade = usePathToPay()
  if (firstTier === null) return null
  return (
    <p>
      {t('recall:vipFrom', { tier: t(`layout:tier.${firstTier}`) })} <Link to={toUpgrade}>{t('common:upgrade')}</Link>
    </p>
  )
}
