/** What a person does with orders; refusals are said. */

import { closeOrder, createOrder, type Order } from '../../contract/endpoints/account/orders'
import type { TierId } from '../../contract/tiers'
import { say } from '../../store/ask'
import type { AppThunk } from '../../store/typed'

type Chosen = { readonly tier: TierId; readonly months: number; readonly idempotencyKey: string }

/** Null where none was made; `isOpen`: another waits to be paid. */
export function submitOrder(chosen: Chosen): AppThunk<Promise<{ number: string } | { isOpen: true } | null>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(createOrder, chosen)
    if (outcome.ok) return { number: outcome.value.order.number }
    dispatch(say(outcome))
    return outcome.code === 'orderOpen' ? { isOpen: true } : null
  }
}

export function cancelOrder(number: string): AppThunk<Promise<Order | null>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(closeOrder, { number })
    if (!outcome.ok) dispatch(say(outcome))
    return outcome.ok ? outcome.value.order : null
  }
}
