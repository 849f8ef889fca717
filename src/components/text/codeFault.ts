/** What is wrong with a code before the gateway is asked, as a key; null for nothing (SPEC §8). */
export function codeFault(typed: string): string | null {
  if (typed.trim() === '') return 'factors:codeEmpty'
  // An input method may write digits in full width.
  return /^\d+$/.test(typed.normalize('NFKC').replaceAll(/\s/g, '')) ? null : 'factors:digitsOnly'
}
