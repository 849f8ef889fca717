/** Messages to owners: a membership ends soon, is paid, or money goes back. */
import { limits } from '../../src/contract/limits'
import { inYuan } from '../../src/contract/terms'
import { isVip } from '../../src/contract/tiers'
import type { Account } from '../core/account'
import { type NoteTexts, type OwnerNotes, tellOwner } from '../core/notes/ownerNotes'
import type { Clock } from '../kit/clock'
import { dateOf, daysLeft } from '../kit/membershipDays'
import type { Untold } from './orders.store'
import type { Reminders } from './reminders.store'

export const makeTellOrder =
  (notes: OwnerNotes) =>
  (owner: Account, { id, order, what }: Untold): Promise<void> =>
    tellOwner(notes, owner, `order:${id}`, what === 'activated' ? paid(order) : paysBack(order))

const paid = ({ number, fen, endsAt }: Untold['order']): NoteTexts => ({
  'zh-CN': {
    subject: `会员已生效，有效期至 ${dateOf(endsAt)}`,
    text: `订单 ${number} 已支付 ¥${inYuan(fen)}，会员立即生效，有效期至 ${dateOf(endsAt)}。收据在“我的订单”中。`,
  },
  'en-US': {
    subject: `Your membership is active until ${dateOf(endsAt)}`,
    text: `Order ${number} is paid (¥${inYuan(fen)}). Your membership is active now, until ${dateOf(endsAt)}. The receipt is under “My orders”.`,
  },
})

const paysBack = ({ number }: Untold['order']): NoteTexts => ({
  'zh-CN': {
    subject: `订单 ${number} 的款项将原路退回`,
    text: `我们收到了订单 ${number} 的一笔付款，但该订单在付款时已不能支付，或已经支付。款项将原路退回，您的会员没有变化。`,
  },
  'en-US': {
    subject: `The payment for order ${number} is being refunded`,
    text: `A payment came in for order ${number}, which could no longer be paid or was paid already. The money goes back the way it came. Your membership has not changed.`,
  },
})

const lookEveryMs = 60 * 60_000

/** Once for each end and each number of days, by the nearest that has been reached. */
export const makeRemind = (
  deps: OwnerNotes & {
    readonly reminders: Reminders
    readonly clock: Clock
    readonly report: (name: string) => void
  },
) => {
  const { reminders, clock } = deps
  let lookedAt: number | null = null
  return async (): Promise<void> => {
    const now = clock.now()
    // Also after a clock that was set back.
    if (lookedAt !== null && Math.abs(now - lookedAt) < lookEveryMs) return
    lookedAt = now
    const [furthest] = limits.remindDays
    for (const account of await reminders.endingBetween(now, now + (furthest + 1) * limits.dayMs)) {
      const { id, dueAt } = account
      if (dueAt === null) continue
      const left = daysLeft(dueAt, now)
      const days = limits.remindDays.findLast((reached) => left <= reached)
      if (days === undefined || (await reminders.isTold(id, dueAt, days))) continue
      try {
        await tellOwner(deps, account, `membership:${id}:${dueAt}:${days}`, ending(account, dueAt, left))
        await reminders.told(id, dueAt, days)
      } catch (error) {
        // One mailbox that cannot be reached keeps no other waiting.
        deps.report(error instanceof Error ? error.name : typeof error)
      }
    }
  }
}

function ending({ tier }: Account, dueAt: number, left: number): NoteTexts {
  const date = dateOf(dueAt)
  const [zh, en] = isVip(tier) ? ['会员', 'membership'] : ['免费邮箱', 'free mailbox']
  const [zhDeed, enDeed] = isVip(tier)
    ? ['请在“续费”页面续费', 'Renew it on the page “Renewal”']
    : ['请在“升级”页面升级为会员', 'Choose a membership on the page “Upgrade”']
  const days = left === 1 ? '1 day' : `${left} days`
  return {
    'zh-CN': {
      subject: `您的${zh}将于 ${date} 到期`,
      text: `您的${zh}还有 ${left} 天到期（${date}）。到期后还可使用 ${limits.graceDays} 天，${zhDeed}。`,
    },
    'en-US': {
      subject: `Your ${en} ends on ${date}`,
      text: `Your ${en} ends in ${days}, on ${date}. You can use it for ${limits.graceDays} more days after that. ${enDeed}.`,
    },
  }
}
