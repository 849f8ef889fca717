/**
 * What the gateway says of its work: one JSON object a line. Every event is a shape of this file, so that nothing a mail or a person
 * wrote has a field to stand in: no address, subject, id of a mail, token or network address (TRUST S35).
 */
import { createHmac, randomBytes } from 'node:crypto'

const levels = ['error', 'info', 'debug'] as const
export const logLevels = levels

export type LogLevel = (typeof levels)[number]

export type LogEvent =
  | {
      readonly event: 'request'
      readonly method: string
      /** A path of the contract, or the kind of what was asked for. */
      readonly call: string
      readonly status: number
      /** The code in the answer: a refusal travels with status 200. */
      readonly code?: string
      readonly ms: number
      readonly request: string
      readonly session?: string
    }
  | {
      readonly event: 'bug'
      /** Where: a path of the contract, or a part of the gateway. */
      readonly path: string
      readonly name: string
      readonly trace: readonly string[]
      readonly request?: string
    }
  | { readonly event: 'mailIn'; readonly outcome: 'accepted' | 'refused'; readonly recipients: number }
  | { readonly event: 'sent'; readonly state: string; readonly recipients: number }
  /** Message files that nothing refers to went to `lost+found`, or were too many for that. */
  | { readonly event: 'orphansMoved' | 'orphansLeft'; readonly files: number }
  | { readonly event: 'notReady'; readonly failing: readonly string[] }
  | { readonly event: 'diskFull' | 'diskRoom' | 'scannerAway' | 'scannerBack' }
  | { readonly event: 'started' | 'ready' | 'draining' | 'closing' | 'closed' }

export type Log = { readonly [Level in LogLevel]: (event: LogEvent) => void }

export type LogOptions = {
  readonly level: LogLevel
  /** Given one line with its line feed. */
  readonly write: (line: string) => void
  /** Epoch milliseconds. */
  readonly now: () => number
}

export function makeLog({ level, write, now }: LogOptions): Log {
  const at = (own: LogLevel) => (event: LogEvent) => {
    if (levels.indexOf(own) > levels.indexOf(level)) return
    write(`${JSON.stringify({ level: own, time: new Date(now()).toISOString(), ...event })}\n`)
  }
  return { error: at('error'), info: at('info'), debug: at('debug') }
}

/** Tells one session's lines from another's until the process ends; neither token nor person can be found from it. */
export function makeSessionMarks(key: Uint8Array = randomBytes(32)) {
  return (authorization: string | undefined): string | undefined =>
    authorization === undefined
      ? undefined
      : createHmac('sha256', key).update(authorization).digest('base64url').slice(0, 10)
}
