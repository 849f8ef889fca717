/** A city with its country, in the reader's language. */
import type { InferOutput } from 'valibot'
import type { signInCity } from '../../contract/endpoints/session/signIns'

type Place = InferOutput<typeof signInCity>

export function cityName({ zh, en, country }: Place, language: string): string {
  const city = language === 'zh-CN' ? zh : en
  if (country === '') return city
  // Without a name of its own the code stands for it.
  const land = new Intl.DisplayNames(language, { type: 'region', fallback: 'code' }).of(country) ?? country
  return language === 'zh-CN' ? `${land} ${city}` : `${city}, ${land}`
}
