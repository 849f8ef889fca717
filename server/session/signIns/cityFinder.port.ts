/** Where in the world a network address is, as far as the operator's database knows. */
import type { City } from '../../core/city'

export type CityFinder = {
  /** Whether there is such a database at all. */
  readonly knowsCities: boolean
  /** Null where it is unknown: without a database, for an address of a house's own network, for what is no address. */
  readonly cityOf: (address: string) => City | null
}
