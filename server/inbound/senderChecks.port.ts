/** Checks of who sent an arriving message: SPF (RFC 7208), DKIM (RFC 6376) and DMARC (RFC 7489). */

export type ArrivingMessage = {
  /** The file that holds the message as it came. */
  readonly path: string
  readonly ip: string
  readonly helo: string
  /** MAIL FROM; empty for a notice. */
  readonly from: string
}

/** A result word of RFC 8601 section 2.7, and the domain that it is about where there is one. */
export type CheckResult = { readonly result: string; readonly domain: string | null }

export type SenderVerdicts = {
  readonly spf: CheckResult
  /** One for each signature that was looked at. */
  readonly dkim: readonly CheckResult[]
  readonly dmarc: CheckResult
  /** DMARC failed, and the domain wants such messages put aside or refused (RFC 7489 6.3). */
  readonly isDisowned?: boolean
}

export type SenderChecks = {
  /** Never rejects, and answers in bounded time: what could not be checked is `temperror`. */
  readonly check: (message: ArrivingMessage) => Promise<SenderVerdicts>
  readonly close: () => Promise<void>
}

const unchecked: CheckResult = { result: 'temperror', domain: null }
/** Of a message that could not be checked in time. */
export const notChecked: SenderVerdicts = { spf: unchecked, dkim: [unchecked], dmarc: unchecked }
