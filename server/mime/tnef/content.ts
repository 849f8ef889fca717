/** What a TNEF stream holds. */

export type ByteRange = { readonly start: number; readonly end: number }

export type TnefFile = {
  readonly name: string
  readonly type: string
  readonly cid: string
  /** The sender's mark that the text shows it in its place, or that it is no file for a person. */
  readonly isHidden: boolean
  /** Where the bytes lie within the decoded part, or themselves where they stand nowhere as they are. */
  readonly content: ByteRange | Buffer
}

export type TnefMessage = {
  readonly subject: string
  readonly html: string | null
  readonly text: string | null
  readonly files: readonly TnefFile[]
}
