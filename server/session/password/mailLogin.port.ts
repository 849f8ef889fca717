/** Asks a mail server whether it lets somebody in. */
export type MailLogin = {
  /** False for a wrong password or an unknown mailbox alike. Throws `StoreAway` where the server does not say. */
  readonly tryPassword: (address: string, password: string) => Promise<boolean>
}
