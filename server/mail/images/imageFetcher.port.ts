/** Fetches a picture from the internet for a reader whom its sender must not learn of (TRUST S5, S23). */
export type FetchedImage = { readonly type: string; readonly bytes: Uint8Array }

export type ImageFetcher = {
  /** Throws `Refusal('imageRefused')` for whatever is no picture at a public address, too slow or too large. */
  readonly fetch: (url: string) => Promise<FetchedImage>
}
