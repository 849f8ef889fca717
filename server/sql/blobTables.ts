/** Rows of messages and uploads that lie in the database: for gateways that share no disk. */
export type BlobTables = {
  blobs: {
    id: string
    kind: 'message' | 'upload'
    /** Null until every byte is there: what a crash leaves half written stays so, and is swept. */
    size: number | null
    made_at: number
  }
  blob_chunks: { blob: string /** From 0. */; position: number; bytes: Uint8Array }
  /** What an upload consists of, one row for each part that was taken. */
  upload_parts: { upload_id: string /** The part's first byte within the upload. */; start: number; blob: string }
}
