/** Where the bytes of one part lie within its message. */
import type { Attachment } from '../../core/mail'

export type PartPlace = {
  readonly attachment: Attachment
  /** As its header names it. */
  readonly charset: string | null
  readonly start: number
  readonly end: number
  readonly encoding: string
  /** Of a file within the part: where its bytes lie once the part is decoded. */
  readonly within?: { readonly start: number; readonly end: number }
  /** The content itself where it stands nowhere in the message as it is. */
  readonly bytes?: Uint8Array
}
