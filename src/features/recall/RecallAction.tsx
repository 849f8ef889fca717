import UndoOutlined from '@ant-design/icons/es/icons/UndoOutlined'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { recallInfo } from '../../contract/endpoints/sending/recall'
import type { Mail } from '../../contract/shapes'
import { useReply } from '../../store/ask'
import { overlayOpened } from '../../store/shell/overlays'
import { useAppDispatch } from '../../store/typed'
import { recallReasonKey } from './recallReason'

/** The button of the reader's toolbar. Where the answer is no it stays in reach, so that whoever presses it reads why. */
export function RecallAction({ mail }: { mail: Mail }) {
  const { t } = useTranslation(['recall', 'errors'])
  const dispatch = useAppDispatch()
  const reasonId = useId()
  // What was answered before a recall holds no longer.
  const answer = useReply(recallInfo, { id: mail.id }, mail.recalled)
  const info = answer.state === 'answered' ? answer.reply : null
  const code = answer.state === 'failed' ? answer.code : (info?.reason ?? null)
  const reason = code === null ? undefined : t(recallReasonKey(code))
  return (
    <>
      <button
        type="button"
        className="reading-action recall-action"
        title={reason ?? t('recall:action')}
        aria-disabled={code !== null || info === null || undefined}
        aria-describedby={reason === undefined ? undefined : reasonId}
        onClick={() => dispatch(overlayOpened({ kind: 'recall', mailId: mail.id }))}
      >
        <span aria-hidden="true">
          <UndoOutlined />
        </span>
        <span className="reading-action-label">{t('recall:action')}</span>
      </button>
      {reason !== undefined && (
        <span id={reasonId} className="visually-hidden">
          {reason}
        </span>
      )}
    </>
  )
}
