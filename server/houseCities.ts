/** The operator's database of cities, where there is one. */
import { noCities, openCityFinder } from './adapters/cities/cityFinder'
import { ConfigError } from './config'
import type { CityFinder } from './ports/cityFinder'

export function openCities(file: string | null): CityFinder {
  if (file === null) return noCities
  try {
    return openCityFinder(file)
  } catch (error) {
    const why = error instanceof Error ? error.message : ''
    throw new ConfigError([{ name: 'GEOIP_FILE', expected: `a database of cities that can be read (${why})` }])
  }
}
