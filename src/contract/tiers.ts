/** The membership tiers and what each may do (CONTRACT "Tiers"). Prices are integer fen. */
const mebibyte = 1024 * 1024
const gibibyte = 1024 * mebibyte

export const tierIds = [
  'free',
  'soho',
  'sme',
  'enterprise',
  'globalEnterprise',
  'globalEnterprisePlus',
  'star',
] as const
export type TierId = (typeof tierIds)[number]

export const isTierId = (text: string): text is TierId => (tierIds as readonly string[]).includes(text)

export type Tier = {
  /** Bytes that a person's mail and files may take. */
  readonly quotaBytes: number
  readonly recipientsPerMail: number
  readonly sendsPerDay: number
  /** Recalls a month; 0 = not allowed. */
  readonly recallsPerMonth: number
  readonly canRecover: boolean
  /** How many days ahead a mail may be scheduled. */
  readonly scheduleDays: number
  readonly fenPerMonth: number
  readonly fenPerYear: number
}

function tier(
  quotaBytes: number,
  recipientsPerMail: number,
  sendsPerDay: number,
  recallsPerMonth: number,
  scheduleDays: number,
  fenPerMonth: number,
): Tier {
  const paid = fenPerMonth > 0
  return {
    quotaBytes,
    recipientsPerMail,
    sendsPerDay,
    recallsPerMonth,
    canRecover: paid,
    scheduleDays,
    fenPerMonth,
    fenPerYear: fenPerMonth * 10,
  }
}

export const tiers: Readonly<Record<TierId, Tier>> = {
  free: tier(2 * gibibyte, 50, 200, 0, 31, 0),
  soho: tier(10 * gibibyte, 100, 500, 10, 90, 2_000),
  sme: tier(20 * gibibyte, 200, 1_000, 20, 180, 4_000),
  enterprise: tier(50 * gibibyte, 300, 2_000, 50, 365, 8_000),
  globalEnterprise: tier(100 * gibibyte, 400, 5_000, 100, 365, 12_000),
  globalEnterprisePlus: tier(200 * gibibyte, 500, 10_000, 200, 365, 20_000),
  star: tier(100 * gibibyte, 500, 5_000, 100, 365, 16_000),
}

/** The first tier, from the lowest, that may do something; null where none may. */
export function lowestTierWith(can: (tier: Tier) => boolean): TierId | null {
  return tierIds.find((id) => can(tiers[id])) ?? null
}

/** Everything but `free` is VIP (CONTRACT "Tiers"). */
export function isVip(id: TierId): boolean {
  return id !== 'free'
}

/** Whether another tier has more room. */
export const hasLargerTier = (id: TierId): boolean =>
  tierIds.some((other) => tiers[other].quotaBytes > tiers[id].quotaBytes)
