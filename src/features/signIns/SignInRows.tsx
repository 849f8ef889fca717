import Button from 'antd/es/button'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { EmptyState } from '../../components/state/EmptyState'
import { cityName } from '../../components/text/cityName'
import { deviceText } from '../../components/text/deviceText'
import { fullDate } from '../../components/text/mailDate'
import { pathTo } from '../../store/routes/pathTo'
import type { SignIns } from './useSignIns'

type Props = { found: SignIns; isAskingMore: boolean; onMore: () => void }

/** Each sign-in, the newest first. */
export function SignInRows({ found, isAskingMore, onMore }: Props) {
  const { t, i18n } = useTranslation('maps')
  const { list, total } = found
  if (total === 0) return <EmptyState title={t('none')} hint={t('noneHint')} />
  // Two may be of one moment; more of them come at the end alone.
  const rows = list.map((signIn, position) => ({ ...signIn, key: `${signIn.at} ${position}` }))
  return (
    <section>
      <h2 id="sign-ins-all">{t('all', { count: total })}</h2>
      <ol className="sign-ins-rows" aria-labelledby="sign-ins-all">
        {rows.map(({ key, at, way, browser, system, network, place }) => (
          <li key={key}>
            <time dateTime={new Date(at).toISOString()}>{fullDate(at, i18n.language)}</time>
            <span>{place === null ? t('unknown') : cityName(place, i18n.language)}</span>
            <span className="sign-ins-quiet">{deviceText({ browser, system }) || t('unknownBrowser')}</span>
            <span className="sign-ins-quiet">{t(`way.${way}`)}</span>
            <span className="sign-ins-quiet">{network === '' ? t('unknownNetwork') : network}</span>
          </li>
        ))}
      </ol>
      {list.length < total && (
        <Button loading={isAskingMore} onClick={onMore}>
          {t('more')}
        </Button>
      )}
      <p className="guide-note sign-ins-hint">
        {t('hint')}{' '}
        <Link className="ep-link" to={pathTo('settingPc', {}, { section: 'sessions' })}>
          {t('devices')}
        </Link>
      </p>
    </section>
  )
}
