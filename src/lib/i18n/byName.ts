/** Names in the order in which a reader of a language looks for them: Chinese ones by pinyin in Chinese, numbers by what they count. */
const collators = new Map<string, Intl.Collator>()

function collatorOf(language: string): Intl.Collator {
  const known = collators.get(language)
  const collator = known ?? new Intl.Collator(language, { numeric: true })
  // Made once: it takes longer than a hundred comparisons.
  if (known === undefined) collators.set(language, collator)
  return collator
}

/** Makes nothing until there are two to compare. */
export function byName(language: string): (one: string, other: string) => number {
  return (one, other) => collatorOf(language).compare(one, other)
}

type Named = { readonly name: string; readonly address?: string }

/** Whoever has no name stands where the address does. */
export function inNameOrder<One extends Named>(all: readonly One[], language: string): readonly One[] {
  const compare = byName(language)
  const nameOf = ({ name, address = '' }: Named) => name || address
  return all.toSorted((one, other) => compare(nameOf(one), nameOf(other)))
}
