/** How long a mail in the outbox can still be undone, counted down; `otherwise` where nothing is known of that. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { sendIdOf } from '#contract/mail/waitingMail'
import { useCountdown } from '#src/store/shell/useCountdown'
import { useAppSelector } from '#src/store/typed'
import { selectHeldSend } from '../sendsSlice'

type Props = {
  mailId: string
  /** What a screen reader is told, too: seconds that are read out one by one help nobody. */
  otherwise: ReactNode
}

export function HeldSeconds({ mailId, otherwise }: Props) {
  const { t } = useTranslation('sending')
  const send = useAppSelector((state) => selectHeldSend(state, sendIdOf(mailId) ?? mailId))
  const seconds = useCountdown(send?.until ?? 0)
  const phase = send?.phase
  if (phase === undefined) return otherwise
  if (phase !== 'held' || seconds === 0) return t(phase === 'sent' ? 'held.isSent' : 'held.goes')
  return (
    <>
      <span className="ep-number" aria-hidden="true">
        {t('held.leaves', { count: seconds })}
      </span>
      <span className="visually-hidden">{otherwise}</span>
    </>
  )
}
