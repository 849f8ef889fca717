/** Cities by network address, from a file of the operator's in MaxMind's format (GeoLite2 City, DB-IP City and their like). */
import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { addressBytes } from '../../kit/network/networkAddress'
import type { CityFinder } from './cityFinder.port'
import { openMmdb } from './mmdb/mmdb'

/** For a house without such a file. */
export const noCities: CityFinder = { knowsCities: false, cityOf: () => null }

const degrees = (most: number) => v.pipe(v.number(), v.minValue(-most), v.maxValue(most))
/** What of an entry is used; whatever else stands there is let be. */
const entry = v.object({
  city: v.object({ names: v.record(v.string(), v.pipe(v.string(), v.nonEmpty(), v.maxLength(100))) }),
  country: v.optional(v.object({ iso_code: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/))) })),
  location: v.object({ latitude: degrees(90), longitude: degrees(180) }),
})

/** The file is read whole; a newer one counts from the next start. Throws where it cannot be read or is of another kind. */
export function openCityFinder(path: string): CityFinder {
  const database = openMmdb(readFileSync(path))
  return {
    knowsCities: true,
    cityOf: (address) => {
      const bytes = addressBytes(address)
      const found = v.safeParse(entry, bytes === null ? null : database.find(bytes))
      if (!found.success) return null
      const { city, country, location } = found.output
      const any = Object.values(city.names)[0]
      const en = city.names.en ?? any
      const zh = city.names['zh-CN'] ?? en
      return en === undefined || zh === undefined ? null : { zh, en, country: country?.iso_code ?? '', ...location }
    },
  }
}
