/** The Date header as a moment (RFC 5322 section 3.3), or null: never NaN (TRUST R17). */

/** Without this shape an engine reads a date into almost any digits. */
const shape = /\d{1,2}[ -][A-Za-z]{3,9}\.?[ -]\d{2,4}\b|[A-Za-z]{3,9} \d{1,2},? .*\b\d{4}\b|^\d{4}-\d\d-\d\d/

export function readDate(raw: string | null): number | null {
  if (raw === null || raw.length > 300) return null
  const clean = raw
    .replace(/\([^()]*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (!shape.test(clean)) return null
  const attempts = [
    clean,
    clean.replace(/^[^\d]{1,12}?,?\s(?=\d)/, ''),
    clean.replace(/\s[A-Z]{2,5}$/, ' +0000'),
    clean.replace(/(\d)\.(\d\d)\.(\d\d)/, '$1:$2:$3'),
  ]
  for (const attempt of attempts) {
    const time = Date.parse(/(?:[+-]\d{4}|GMT|UTC?|[ECMP][SD]T|Z)$/.test(attempt) ? attempt : `${attempt} +0000`)
    // Beyond these years a date is noise, and it would order a list wrongly.
    if (Number.isFinite(time) && time > -2_208_988_800_000 && time < 32_503_680_000_000) return time
  }
  return null
}
