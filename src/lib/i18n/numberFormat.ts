const made = new Map<string, Intl.NumberFormat>()

/** A format, made once for each language and its options: to make one takes longer than to write a hundred numbers. */
export function numberFormat(language: string | undefined, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = `${language} ${JSON.stringify(options)}`
  const known = made.get(key)
  const format = known ?? new Intl.NumberFormat(language, options)
  if (known === undefined) made.set(key, format)
  return format
}
