/** What the reporters tell the gate, a JSON object a line. */

/** `id`: a journey as Playwright lists it, empty for a file; `alone`: the command that runs it. */
export type About = {
  readonly suite: string
  readonly file: string
  readonly id: string
  readonly place: string
  readonly title: string
  readonly alone: string
}

export type Failure = { readonly title: string; readonly place: string; readonly error: string }

export type Entry =
  | ({ readonly kind: 'planned' } & About)
  | ({
      readonly kind: 'ended'
      readonly passed: number
      readonly failures: readonly Failure[]
      readonly ms: number
    } & About)
  | { readonly kind: 'outside'; readonly error: string; readonly near?: About }
