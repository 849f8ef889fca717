/** A city on the map. */
export type City = {
  /** Its name in Chinese and in English; the same where only one is known. */
  readonly zh: string
  readonly en: string
  /** ISO 3166, two letters; empty where unknown. */
  readonly country: string
  /** Degrees, north and east. */
  readonly latitude: number
  readonly longitude: number
}

/** The same text for the same city. */
export const writtenCity = ({ zh, en, country, latitude, longitude }: City): string =>
  JSON.stringify({ zh, en, country, latitude, longitude })
