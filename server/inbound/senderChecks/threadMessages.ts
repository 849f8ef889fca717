/** What the thread that checks senders and this process say to each other. */
import type { ArrivingMessage, SenderVerdicts } from '../senderChecks.port'
import type { DnsAnswer } from './dnsAnswers'

export type ToThread =
  | { readonly kind: 'check'; readonly check: number; readonly message: ArrivingMessage; readonly server: string }
  | { readonly kind: 'dns'; readonly id: number; readonly answer: DnsAnswer }

export type FromThread =
  | { readonly kind: 'ready'; readonly thread: string | null }
  | {
      readonly kind: 'query'
      readonly check: number
      readonly id: number
      readonly name: string
      readonly type: string
    }
  | { readonly kind: 'verdicts'; readonly check: number; readonly verdicts: SenderVerdicts }
