/** Short bytes as base64 text, as both databases keep them alike. */
export const asText = (bytes: Uint8Array | null): string | null => bytes && Buffer.from(bytes).toString('base64')

export const asBytes = (text: string | null): Uint8Array | null =>
  text === null ? null : Uint8Array.from(Buffer.from(text, 'base64'))
