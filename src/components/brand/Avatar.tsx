import './Avatar.css'

/** Deep enough that white letters reach 4.5:1 on each. */
const colours = ['#0e7490', '#b4532a', '#475467', '#6d4fc2', '#2e7d4f', '#95590a', '#2f5bea', '#be3464']

function colourOf(name: string): string {
  let sum = 0
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521
  return colours[sum % colours.length] ?? '#475467'
}

type Props = {
  name: string
  /** In pixels. */
  size?: number
  /** Address of a photo that stands in the letter's place. */
  photo?: string | null
}

/** A name's first letter on its own colour; the name itself stands beside it, so it is not read aloud. */
export function Avatar({ name, size = 32, photo = null }: Props) {
  if (photo !== null) return <img className="ep-avatar" src={photo} alt="" width={size} height={size} />
  const letter = ([...name.trim()].find((character) => /[\p{L}\p{N}]/u.test(character)) ?? '·').toUpperCase()
  return (
    <span
      className="ep-avatar"
      aria-hidden="true"
      style={{ background: colourOf(name), inlineSize: size, blockSize: size, fontSize: size * 0.45 }}
    >
      {letter}
    </span>
  )
}
