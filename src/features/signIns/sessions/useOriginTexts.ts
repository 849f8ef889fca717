import { useTranslation } from 'react-i18next'
import type { InferOutput } from 'valibot'
import type { signInCity } from '#contract/endpoints/session/signIns'
import { cityName } from '#src/components/text/cityName'
import { deviceText } from '#src/components/text/deviceText'

/** How the device and the city of a sign-in are said. */
export function useOriginTexts() {
  const { t, i18n } = useTranslation('sessions')
  return {
    deviceText: (origin: { readonly browser: string; readonly system: string }) =>
      deviceText(origin) || t('unknownDevice'),
    placeText: (place: InferOutput<typeof signInCity> | null) =>
      place === null ? t('unknown') : cityName(place, i18n.language),
  }
}
