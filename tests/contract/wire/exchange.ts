/** One exchange as it stands on the line. */
export type Exchange = {
  readonly title: string
  readonly method: 'GET' | 'POST'
  /** Path with the query that a GET carries. */
  readonly path: string
  /** The raw form of a POST. */
  readonly form?: string
  /** Beside the form's type and the session. */
  readonly headers?: Readonly<Record<string, string>>
  readonly signedIn: boolean
  readonly status: number
  /** JSON pattern, or the bare text of an answer that is none. */
  readonly answer: unknown
}
