/** Sends the receipt that a mail asks for, or decides that none is sent. Only the person or their setting does either, never reading. */
import { ignoreReceipt, sendReceipt } from '#contract/endpoints/sending/receipts'
import type { Failure } from '#src/lib/http/outcome'
import { receiptSettled } from '#src/store/mail/cache'
import type { AppThunk } from '#src/store/typed'

export type ReceiptAnswer = 'send' | 'sendByItself' | 'ignore'

export type ReceiptOutcome =
  | { readonly ok: true; readonly sent: boolean }
  | { readonly ok: false; readonly code: Failure['code'] }

/** What was decided in another window stands, and is what the answer tells. */
export function settleReceipt(id: string, answer: ReceiptAnswer): AppThunk<Promise<ReceiptOutcome>> {
  return async (dispatch, _getState, { call }) => {
    const outcome =
      answer === 'ignore'
        ? await call(ignoreReceipt, { id })
        : await call(sendReceipt, { id, automatic: answer === 'sendByItself' })
    if (!outcome.ok) return { ok: false, code: outcome.code }
    dispatch(receiptSettled({ id }))
    return { ok: true, sent: outcome.value.sent }
  }
}
