/** A message and the field that it belongs to; `form` for what concerns none. */
export type SignInProblem = {
  readonly field: 'account' | 'password' | 'captcha' | 'form'
  /** Key with its namespace. */
  readonly message: string
  /** The membership can be renewed now. */
  readonly mayRenew?: boolean
  readonly params?: { readonly count: number }
  /** The account is past its due time. */
  readonly isExpired?: boolean
}
