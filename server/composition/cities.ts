/** The operator's database of cities, where there is one. */
import { ConfigError } from '../config/readConfig'
import { noCities, openCityFinder } from '../session/signIns/cityFinder.mmdb'
import type { CityFinder } from '../session/signIns/cityFinder.port'

export function openCities(file: string | null): CityFinder {
  if (file === null) return noCities
  try {
    return openCityFinder(file)
  } catch (error) {
    const why = error instanceof Error ? error.message : ''
    throw new ConfigError([{ name: 'GEOIP_FILE', expected: `a database of cities that can be read (${why})` }])
  }
}
