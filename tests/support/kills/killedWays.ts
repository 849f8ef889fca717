/** The ways in which a mail is sent by a process that is killed. */
import type { SendForm } from '../stores/sendingSetup'

const minute = 60_000

type Way = {
  /** What the person chose, at the instant at which all began. */
  readonly formAt: (began: number) => Partial<SendForm>
  /** How long it then takes until the mail is due. */
  readonly waitMs: number
  readonly isUndone: boolean
}

export const killedWays = {
  plain: { formAt: () => ({}), waitMs: 0, isUndone: false },
  separate: { formAt: () => ({ separate: true }), waitMs: 0, isUndone: false },
  held: { formAt: () => ({ holdSeconds: 30 }), waitMs: minute, isUndone: false },
  undone: { formAt: () => ({ holdSeconds: 30 }), waitMs: minute, isUndone: true },
  scheduled: { formAt: (began) => ({ sendAt: began + 60 * minute }), waitMs: 61 * minute, isUndone: false },
} as const satisfies Readonly<Record<string, Way>>

export type KilledWay = keyof typeof killedWays
