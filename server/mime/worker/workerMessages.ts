/** What the pool and its workers say to each other. */
import type { ParsedMail } from '../../core/mail'
import type { MailRecord, MimeSource, RecordQuery } from '../../mail/mimeReader.port'
import type { WrittenBody, WrittenText } from '../../mail/writtenBody.port'
import type { PartPlace } from '../read/partRange'

export type WorkerOptions = { readonly trustedAuthServIds: readonly string[] }

export type WorkerTask =
  | { readonly kind: 'mail'; readonly source: MimeSource }
  | { readonly kind: 'record'; readonly source: MimeSource; readonly query: RecordQuery }
  | { readonly kind: 'parts'; readonly source: MimeSource; readonly parts: readonly string[] }
  /** `isPlain`: the text beside the HTML is made in linear time. */
  | { readonly kind: 'body'; readonly text: WrittenText; readonly isPlain: boolean }
  | { readonly kind: 'preview'; readonly said: Pick<ParsedMail, 'html' | 'text'> }

export type WorkerRequest = { readonly id: number; readonly task: WorkerTask }

export type WorkerResult =
  | { readonly kind: 'mail'; readonly mail: ParsedMail }
  | { readonly kind: 'record'; readonly record: MailRecord }
  /** By the numbers that were asked for; what the message does not have is left out. */
  | { readonly kind: 'parts'; readonly places: ReadonlyMap<string, PartPlace> }
  | { readonly kind: 'body'; readonly body: WrittenBody }
  | { readonly kind: 'preview'; readonly preview: string }
  | { readonly kind: 'failed'; readonly reason: string }

export type WorkerMessage =
  /** Said once, when the thread has loaded. `thread` is its number in the kernel, null where that cannot be told. */
  | { readonly kind: 'ready'; readonly thread: string | null; readonly heldBytes: number }
  /** `heldBytes`: what the thread's heap and buffers take, here once the task is done. */
  | { readonly kind: 'answer'; readonly id: number; readonly result: WorkerResult; readonly heldBytes: number }
