import UndoOutlined from '@ant-design/icons/es/icons/UndoOutlined'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Mail } from '../../contract/shapes'
import { overlayOpened } from '../../store/shell/overlays'
import { useAppDispatch } from '../../store/typed'
import { recallReasonKey } from './recallReason'
import { useRecallInfo } from './useRecallInfo'

/** The button of the reader's toolbar. Where the answer is no it stays in reach, so that whoever presses it reads why. */
export function RecallAction({ mail }: { mail: Mail }) {
  const { t } = useTranslation(['recall', 'errors'])
  const dispatch = useAppDispatch()
  const reasonId = useId()
  const { info, failure } = useRecallInfo(mail.id, mail.recalled)
  const code = info?.reason ?? failure
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
