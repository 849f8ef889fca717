import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { AntdPage } from '#src/components/antd/AntdPage'
import { Skeleton } from '#src/components/state/Skeleton'
import { pathTo } from '#src/store/routes/pathTo'
import { LazyProfileSection } from '../profile'
import { SignaturesSection } from './SignaturesSection'
import './signatures.css'

/** A page without a frame of the app, so it brings its own way back. */
export function SignaturePage() {
  const { t } = useTranslation(['signatures', 'profile'])
  return (
    <main className="signatures-page">
      <AntdPage title={t('page')} intro={t('intro')} nav={<Link to={pathTo('receive')}>{t('back')}</Link>}>
        <SignaturesSection />
        <h2>{t('profile:title')}</h2>
        <LazyProfileSection waiting={<Skeleton lines={6} />} />
      </AntdPage>
    </main>
  )
}
