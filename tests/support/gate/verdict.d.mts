import type { About, Entry, Failure } from './entries'

export type Failed = About & Failure & { readonly more?: number; readonly again?: Failed | null }
export const flakyMost: number
export const secondChanceMost: number
export const summaryMost: number
export function verdictOf(
  entries: readonly Entry[],
  code: number | null,
): { readonly passed: number; readonly failures: readonly Failed[]; readonly error: string | null }
export function summaryOf(told: {
  readonly command: string
  readonly isGreen: boolean
  readonly broken: readonly { readonly name: string; readonly error: string }[]
  readonly red: readonly Failed[]
  readonly flaky: readonly Failed[]
  readonly ms: number
}): string[]
export function counted(count: number, noun: string): string
