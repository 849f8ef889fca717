/** What a person does with orders; refusals are said. */

import { saveFile } from '../../components/browser/saveFile'
import type { Reply } from '../../contract/endpoint'
import { closeOrder, createOrder, nameBuyer, type Order, printReceipt } from '../../contract/endpoints/account/orders'
import type { TierId } from '../../contract/tiers'
import type { Failure, Outcome } from '../../lib/http/outcome'
import { say } from '../../store/ask'
import { selectLanguage } from '../../store/settings/preferences'
import { noticeShown } from '../../store/shell/notices'
import type { AppThunk } from '../../store/typed'

/** No modal stands on these pages to say that a ticket or a session is over. */
function refuse(outcome: Pick<Failure, 'code'>): AppThunk {
  return outcome.code === 'sessionLost'
    ? (dispatch) => void dispatch(noticeShown({ tone: 'error', message: 'errors:sessionLost' }))
    : say(outcome)
}

type Chosen = { readonly tier: TierId; readonly months: number; readonly idempotencyKey: string }

/** Null where none was made; `isOpen`: another waits to be paid. */
export function submitOrder(chosen: Chosen): AppThunk<Promise<{ number: string } | { isOpen: true } | null>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(createOrder, chosen)
    if (outcome.ok) return { number: outcome.value.order.number }
    dispatch(refuse(outcome))
    return outcome.code === 'orderOpen' ? { isOpen: true } : null
  }
}

export function cancelOrder(number: string): AppThunk<Promise<Order | null>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(closeOrder, { number })
    if (!outcome.ok) dispatch(refuse(outcome))
    return outcome.ok ? outcome.value.order : null
  }
}

/** Saves the receipt of a paid order as a file. */
export function saveReceipt(number: string): AppThunk<Promise<void>> {
  return async (dispatch, getState, { call }) => {
    const outcome = await call(printReceipt, { number, language: selectLanguage(getState()) })
    if (!outcome.ok) return void dispatch(refuse(outcome))
    const { name, pdf } = outcome.value
    const bytes = Uint8Array.from(atob(pdf), (character) => character.charCodeAt(0))
    saveFile(new Blob([bytes], { type: 'application/pdf' }), name)
  }
}

export function saveBuyer(number: string, buyer: Order['buyer']): AppThunk<Promise<Outcome<Reply<typeof nameBuyer>>>> {
  return (_dispatch, _getState, { call }) => call(nameBuyer, { number, ...buyer })
}
