import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Mail } from '#contract/shapes'
import { ErrorNote } from '#src/components/state/ErrorNote'
import { useAppDispatch } from '#src/store/typed'
import { type ReceiptAnswer, settleReceipt } from './settleReceipt'
import './receiptBar.css'

type Props = { id: string; receipt: NonNullable<Mail['receipt']> }

/** For a mail that asks for a receipt: the person decides, once, or has decided in the settings. */
export function ReceiptBar({ id, receipt: { to, answer, isKept } }: Props) {
  const { t } = useTranslation(['receipts', 'errors'])
  const dispatch = useAppDispatch()
  const said = useRef<HTMLSpanElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [isAsking, setAsking] = useState(answer === 'ask')
  const [words, setWords] = useState<'sent' | 'ignored' | 'automatic' | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  async function settle(wanted: ReceiptAnswer) {
    setBusy(true)
    setFailure(null)
    const outcome = await dispatch(settleReceipt(id, wanted))
    setBusy(false)
    if (!outcome.ok) {
      setAsking(true)
      // The setting was changed elsewhere: then the person is asked.
      if (wanted !== 'sendByItself') setFailure(outcome.code)
      return
    }
    setWords(outcome.sent ? (wanted === 'sendByItself' ? 'automatic' : 'sent') : 'ignored')
    // The buttons go: focus stays where the person acted.
    if (wanted !== 'sendByItself') said.current?.focus()
  }

  const sendByItself = useEffectEvent(() => {
    if (answer === 'send') void settle('sendByItself')
  })
  useEffect(() => sendByItself(), [])

  if (!isAsking && words === null) return null
  return (
    <section className="reading-bar reading-bar-quiet" aria-label={t('receipts:region')}>
      <span ref={said} tabIndex={-1} role="status">
        {words !== null ? t(`receipts:${words}`, { address: to }) : isAsking && t('receipts:asked', { address: to })}
        {isAsking && !isKept && <span className="reading-receipt-note"> {t('receipts:unkept')}</span>}
      </span>
      {isAsking && words === null && (
        <span className="reading-receipt-answers">
          <button type="button" className="ep-link reading-bar-action" disabled={isBusy} onClick={() => settle('send')}>
            {t('receipts:send')}
          </button>
          <button
            type="button"
            className="ep-link reading-bar-action"
            disabled={isBusy}
            onClick={() => settle('ignore')}
          >
            {t('receipts:ignore')}
          </button>
        </span>
      )}
      {failure !== null && <ErrorNote message={`errors:${failure}`} />}
    </section>
  )
}
