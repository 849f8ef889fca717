/** The Date header as a moment (RFC 5322 section 3.3), or null: never NaN (TRUST R17). */

/** Without this shape an engine reads a date into almost any digits. */
const shape = /\d{1,2}[ -][A-Za-z]{3,9}\.?[ -]\d{2,4}\b|[A-Za-z]{3,9} \d{1,2},? .*\b\d{4}\b|^\d{4}-\d\d-\d\d/

/** Hour and minute, perhaps seconds, half of the day and a zone: a number, or a name that may stand before a number. */
const timeAndZone =
  /(\d{1,2})[:.](\d\d)(?:[:.](\d\d)(?:[.,]\d{1,9})?)?(?:\s?([AP]M)\b)?\s*(?:([A-Za-z]{1,5})(?![A-Za-z]))?\s*([+-]\d{1,2}:?\d{0,2}(?!\d))?/i

/** Minutes east of UTC by name: RFC 5322 section 4.3 and further names that mean one zone in practice, in lower case. */
const zones: Readonly<Record<string, number>> = {
  edt: -240,
  est: -300,
  cdt: -300,
  cst: -360,
  mdt: -360,
  mst: -420,
  pdt: -420,
  pst: -480,
  akdt: -480,
  akst: -540,
  hst: -600,
  ndt: -150,
  nst: -210,
  adt: -180,
  ast: -240,
  brt: -180,
  art: -180,
  west: 60,
  bst: 60,
  cet: 60,
  met: 60,
  mez: 60,
  cest: 120,
  mest: 120,
  mesz: 120,
  eet: 120,
  sast: 120,
  eest: 180,
  msk: 180,
  msd: 240,
  pkt: 300,
  ict: 420,
  wib: 420,
  hkt: 480,
  sgt: 480,
  awst: 480,
  jst: 540,
  kst: 540,
  aest: 600,
  aedt: 660,
  nzst: 720,
  nzdt: 780,
}

/** `raw` is a whole field's value; a zone that has no known name, and a military letter, count as UTC (RFC 5322 section 4.3). */
export function readDate(raw: string | null): number | null {
  if (raw === null || raw.length > 300) return null
  const clean = raw
    .replace(/\([^()]*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (!shape.test(clean)) return null
  const { text, minutes } = inUtc(clean.replace(/^(\d{4}-\d\d-\d\d)T/, '$1 '))
  const attempts = [Date.parse(text), Date.parse(text.replace(/^[^\d]{1,12}?,?\s(?=\d)/, ''))]
  const times = [...attempts.map((time) => time - minutes * 60_000), Date.parse(`${clean} +0000`)]
  // Beyond these years a date is noise, and it would order a list wrongly.
  return times.find((time) => Number.isFinite(time) && time > -2_208_988_800_000 && time < 32_503_680_000_000) ?? null
}

/** The date with its time written as UTC, and the minutes by which its zone is east of it. */
function inUtc(date: string): { readonly text: string; readonly minutes: number } {
  const found = timeAndZone.exec(date)
  if (found === null) return { text: `${date} +0000`, minutes: 0 }
  const [whole, hour, minute, second = '00', half = '', name = '', number] = found
  // A year behind the zone, as in `08:00:00 EST 2026`, stays.
  const rest = `${date.slice(0, found.index)} ${date.slice(found.index + whole.length)}`
  const text = `${rest} ${hour}:${minute}:${second} ${half} +0000`.replace(/\s+/g, ' ').trim()
  return { text, minutes: number === undefined ? (zones[name.toLowerCase()] ?? 0) : minutesOf(number) }
}

/** `+0800`, `-600`, `+8`, `+08:00`: minutes east of UTC. */
function minutesOf(number: string): number {
  const digits = number.slice(1).replace(':', '')
  const hours = digits.length <= 2 ? digits : digits.slice(0, -2)
  const minutes = digits.length <= 2 ? '0' : digits.slice(-2)
  return (number.startsWith('-') ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}
