/** A day soon and its time, without the year; one format a language, since a list has many rows. */
const formats = new Map<string, Intl.DateTimeFormat>()

export function shortDate(instant: number, language: string): string {
  const known = formats.get(language)
  if (known !== undefined) return known.format(instant)
  const made = new Intl.DateTimeFormat(language, {
    month: 'short',
    day: 'numeric',
    // Twelve hours are written with one digit, twenty-four with two.
    hour: language === 'en-US' ? 'numeric' : '2-digit',
    minute: '2-digit',
  })
  formats.set(language, made)
  return made.format(instant)
}
