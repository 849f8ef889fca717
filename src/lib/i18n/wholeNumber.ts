const formats = new Map<string, Intl.NumberFormat>()

/** Made once: it takes longer than to write a hundred numbers. */
function formatOf(language = ''): Intl.NumberFormat {
  const known = formats.get(language)
  const format = known ?? new Intl.NumberFormat(language || undefined)
  if (known === undefined) formats.set(language, format)
  return format
}

/** Below it neither language groups digits, and no format has to be made, which takes longer than all else of a small page. */
const grouped = 1_000

/** A number as a language writes it: 10,248. */
export function wholeNumber(value: number, language: string | undefined): string {
  const isShort = Number.isInteger(value) && Math.abs(value) < grouped
  return isShort ? String(value) : formatOf(language).format(value)
}
