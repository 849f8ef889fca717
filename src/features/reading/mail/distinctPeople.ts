import type { Address } from '#contract/shapes'

/** A header's people, each once: senders repeat themselves, and a list has no use for that. */
export function distinctPeople(people: readonly Address[]): readonly Address[] {
  return [...new Map(people.map((person) => [`${person.name} ${person.address}`, person])).values()]
}
