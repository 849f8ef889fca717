/** The operator who takes in the text messages that people send to our number. */

export type TextMessage = { readonly from: string; readonly to: string; readonly text: string; readonly at: number }

export type SmsGateway = {
  /** The number that people send to; null where no operator is configured. */
  readonly number: string | null
  /** Whether the operator says so indeed, and says it to us. */
  readonly isGenuine: (message: TextMessage, signature: string) => boolean
}
