/** Object storage that speaks S3, with the key that opens it. */
export type ObjectStorage = {
  /** With scheme and port. */
  readonly endpoint: string
  readonly bucket: string
  /** What the names of objects begin with: empty, or ending in `/`. */
  readonly prefix: string
  readonly region: string
  readonly accessKey: string
  readonly secretKey: string
}
