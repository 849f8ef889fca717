import { wholeNumber } from '#src/lib/i18n/wholeNumber'

/** Bytes as people read them: `86 KB`, `1.8 MB`. One step is 1024. */
const units = ['B', 'KB', 'MB', 'GB', 'TB']

export function fileSize(bytes: number, language: string): string {
  let value = Math.max(0, Number.isFinite(bytes) ? bytes : 0)
  let unit = 0
  while (value >= 1_000 && unit < units.length - 1) {
    value /= 1_024
    unit += 1
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1
  const rounded = Number(value.toFixed(digits))
  // Both languages write it alike; the first format of a page costs a phone 200 ms.
  const number = rounded < 1_000 ? String(rounded) : wholeNumber(rounded, language)
  return `${number} ${units[unit] ?? ''}`
}
