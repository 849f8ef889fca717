/** Months that a membership is bought for, and their price; the tiers are in `tiers.ts`. */
import { type TierId, tiers } from './tiers'

/** Months that are paid at once, and what they cost in hundredths of a month's price. */
export const terms = [1, 3, 6, 12] as const
export type Term = (typeof terms)[number]
const hundredths: Readonly<Record<Term, number>> = { 1: 100, 3: 300, 6: 570, 12: 1_000 }

/** Fen of a term: what it is worth by the month, and what it costs. */
export function priceOf(id: TierId, months: Term): { readonly full: number; readonly fen: number } {
  const { fenPerMonth } = tiers[id]
  return { full: fenPerMonth * months, fen: (fenPerMonth * hundredths[months]) / 100 }
}

/** Integer fen as yuan with two decimals, as `200.00`. */
export const inYuan = (fen: number): string => (fen / 100).toFixed(2)
