/** A reply that refuses: its code (RFC 5321 section 4.2), and an enhanced code (RFC 3463) with words. */
export class SmtpRefusal extends Error {
  constructor(
    readonly responseCode: number,
    message: string,
  ) {
    super(message)
  }
}
