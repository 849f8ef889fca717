/** Above a mail that went to each of its recipients alone: whom it reached, in short and one by one. */
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MailSummary } from '#contract/shapes'
import { Button } from '#src/components/button/Button'
import { ErrorNote } from '#src/components/state/ErrorNote'
import { SendTable, SendTotals, useSendAgain } from './SendTable'
import { useSendStatus } from './useSendStatus'

type Props = { separately: NonNullable<MailSummary['separately']> }

/** So few stand there at once, and so many where somebody was missed; more would hide the mail. */
const few = 4
const someMissed = 20

export function SeparateResult({ separately: { sendId, recipients } }: Props) {
  const { t } = useTranslation('sending')
  const { status, retry } = useSendStatus(sendId)
  const [wanted, setWanted] = useState<boolean | null>(null)
  const id = useId()

  function handleChanged() {
    // Whoever tries again wants to see what comes of it.
    setWanted(true)
    retry()
  }

  const { again, isAsking, fault } = useSendAgain(sendId, handleChanged)
  if (status?.ok === false) return <ErrorNote message={`errors:${status.code}`} onRetry={retry} />
  const known = status?.value
  const hasFailed = known?.recipients.some(({ state }) => state === 'failed' || state === 'unconfirmed') ?? false
  const isOpen = known !== undefined && (wanted ?? recipients <= (hasFailed ? someMissed : few))
  return (
    <section className="sending-each" aria-label={t('result.label')}>
      <div className="sending-each-line">
        <span>{t('result.each', { count: recipients })}</span>
        {known !== undefined && !(isOpen && recipients > few) && <SendTotals status={known} />}
        {known !== undefined && (
          <button
            type="button"
            className="ep-link sending-each-toggle"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setWanted(!isOpen)}
          >
            {t(isOpen ? 'result.hide' : 'result.show')}
          </button>
        )}
      </div>
      {isOpen && (
        <div id={id}>
          <SendTable
            status={known}
            fault={fault}
            again={
              <Button onClick={again} disabledReason={isAsking ? t('result.asking') : undefined}>
                {t('result.again')}
              </Button>
            }
          />
        </div>
      )}
    </section>
  )
}
