/** Names of what TNEF holds: known without reading a message. */

export const isTnefType = (type: string): boolean => /^application\/(?:vnd\.)?ms-tnef$/i.test(type)

/** The part that is TNEF, of the number of a file in it as `2/tnef/3`; null for any other part's number. */
export function tnefHolder(part: string): string | null {
  return /^([\d.]{1,90})\/tnef\/\d{1,4}$/.exec(part)?.[1] ?? null
}
