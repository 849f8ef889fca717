import type { Mail } from '../shapes'

/** Whether the mail server found that a mail may not be its sender's: only DMARC speaks of the address that a person sees, but
 * where nobody asked it, the other checks must at least not deny it. */
export function isSenderDoubtful({ spf, dkim, dmarc }: Mail['authentication']): boolean {
  return dmarc === 'fail' || (dmarc === 'none' && (spf === 'fail' || dkim === 'fail'))
}
