/** Draws text so that a person reads it and a program hardly does: a PNG. */
export type CaptchaPainter = (text: string) => Promise<Uint8Array>
