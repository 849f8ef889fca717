/** What the pool and its workers say to each other. */
import type { ParsedMail } from '../core/mail'
import type { MimeSource } from '../ports/mimeReader'
import type { PartPlace } from './readMail'

export type WorkerOptions = { readonly trustedAuthServIds: readonly string[] }
export type WorkerRequest = { readonly id: number; readonly source: MimeSource; readonly part: string | null }
export type WorkerAnswer =
  /** Said once, when the thread has loaded. */
  | { readonly id: 0; readonly kind: 'ready' }
  | { readonly id: number; readonly kind: 'mail'; readonly mail: ParsedMail }
  | { readonly id: number; readonly kind: 'part'; readonly place: PartPlace | null }
  | { readonly id: number; readonly kind: 'failed'; readonly reason: string }
