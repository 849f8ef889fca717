import { useTranslation } from 'react-i18next'
import { cityName } from '../../components/text/cityName'
import { minuteDate } from '../../components/text/mailDate'
import type { SignIns } from './useSignIns'
import { WorldMap } from './WorldMap'

/** The map, and beside it in words what it shows. */
export function SignInCities({ found }: { found: SignIns }) {
  const { t, i18n } = useTranslation('maps')
  const { places, unknown, knowsCities } = found
  return (
    <section className="sign-ins-cities" aria-label={t('cities')}>
      <WorldMap places={places} label={t('map', { count: places.length })} />
      <div>
        <h2>{t('cities')}</h2>
        <ul>
          {places.map(({ place, count, last }) => (
            <li key={`${place.en} ${place.latitude} ${place.longitude}`}>
              <span className="sign-ins-city">{cityName(place, i18n.language)}</span>
              <span className="sign-ins-quiet">
                {t('times', { count })} · {t('last', { time: minuteDate(last, i18n.language) })}
              </span>
            </li>
          ))}
          {unknown > 0 && (
            <li>
              <span className="sign-ins-city">{t('unknown')}</span>
              <span className="sign-ins-quiet">{t('times', { count: unknown })}</span>
            </li>
          )}
        </ul>
        {!knowsCities && <p className="guide-note">{t('noCities')}</p>}
      </div>
    </section>
  )
}
