/** The texts of a mail that a person writes, and what its message is made of. */

export type WrittenText = {
  readonly html: string | null
  /** Made from the HTML when null. */
  readonly text: string | null
  /** Names of the mail's files by Content-ID. */
  readonly names: ReadonlyMap<string, string>
}

/** UTF-8; beyond `smallBytes` with lines that end in CR LF. */
export type EncodedText = { readonly bytes: Uint8Array; readonly encoding: 'base64' | 'quoted-printable' }
export type EmbeddedPicture = {
  readonly name: string
  readonly type: string
  readonly cid: string
  readonly bytes: Uint8Array
}

export type WrittenBody = {
  readonly html: EncodedText | null
  readonly text: EncodedText
  /** Pictures that stood in the HTML as `data:` addresses; it names them by `cid:` now. */
  readonly embedded: readonly EmbeddedPicture[]
  /** Those Content-IDs of `names` that the HTML shows. */
  readonly shown: readonly string[]
}
