/** A receipt as it is to be printed: everything it says, in one language. */
export type ReceiptRow = { readonly name: string; readonly value: string }

export type ReceiptText = {
  readonly title: string
  readonly facts: readonly ReceiptRow[]
  /** The lines of the sum. */
  readonly lines: readonly ReceiptRow[]
  readonly total: ReceiptRow
  readonly note: string
}

/** A PDF of one page. */
export type ReceiptPrinter = (receipt: ReceiptText) => Promise<Uint8Array>
