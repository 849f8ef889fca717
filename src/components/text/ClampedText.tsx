/** Words that name something, such as a subject: two lines are seen, all of it is heard. */
import './ClampedText.css'

type Params = Readonly<Record<string, string | number>>

type Props = { say: (params: Params) => string; params: Params }

/** Of what is named, in columns of Latin letters; Chinese characters take two. */
const mostColumns = 44

export function ClampedText({ say, params }: Props) {
  const whole = say(params)
  const seen = say(Object.fromEntries(Object.entries(params).map(([key, value]) => [key, cut(value)])))
  if (seen === whole) return <span className="ep-two-lines">{whole}</span>
  return (
    <>
      <span className="ep-two-lines" title={whole} aria-hidden="true">
        {seen}
      </span>
      <span className="visually-hidden">{whole}</span>
    </>
  )
}

function cut(value: string | number): string | number {
  if (typeof value === 'number') return value
  let columns = 0
  let shown = ''
  for (const character of value) {
    columns += /[\u1100-\uffff]/.test(character) || character.length > 1 ? 2 : 1
    if (columns > mostColumns) return `${shown.trimEnd()}…`
    shown += character
  }
  return value
}
