/** The composer as a page of its own, with a logo bar (SPEC §2, Global overlays and layout). */
import FormOutlined from '@ant-design/icons/es/icons/FormOutlined'
import InboxOutlined from '@ant-design/icons/es/icons/InboxOutlined'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { Avatar } from '../../components/brand/Avatar'
import { Brand } from '../../components/brand/Brand'
import { Button } from '../../components/button/Button'
import { pathTo } from '../../store/routes/pathTo'
import { useRouteSpec } from '../../store/routes/useRouteSpec'
import { useServices } from '../../store/servicesContext'
import { selectIsFree, selectUser } from '../../store/session/session'
import { selectLanguage } from '../../store/settings/preferences'
import { selectBrand, selectLogoUrl } from '../../store/shell/site'
import { useAppSelector } from '../../store/typed'
import { useOrigin } from './opening/useOrigin'
import { PageComposer } from './PageComposer'

export function WriteMailPage() {
  const { t } = useTranslation('compose')
  const navigate = useNavigate()
  const { now } = useServices()
  const { folder: _folder, key, ...opened } = useOrigin()
  const user = useAppSelector(selectUser)
  const isFree = useAppSelector(selectIsFree)
  const language = useAppSelector(selectLanguage)
  const brand = useAppSelector((state) => selectBrand(state, language))
  const logoUrl = useAppSelector(selectLogoUrl)
  // In the desk the bar above has the logo and the avatar already.
  const isOwn = useRouteSpec().frame !== 'desk'
  return (
    <div className={isOwn ? 'compose-write compose-write-own' : 'compose-write'}>
      <header className="compose-write-head">
        {isOwn && <Brand name={brand} logoUrl={logoUrl} />}
        {isFree && <span className="compose-write-tier">{t('free.mailbox')}</span>}
        <h1 className="compose-write-title">{t('title')}</h1>
        <span className="compose-write-links">
          <Button
            disabledReason={isFree ? t('free.reason') : undefined}
            onClick={() => navigate(pathTo('writeMail', {}, { mode: 'new', n: now() }))}
          >
            <FormOutlined aria-hidden="true" /> <span>{t('another')}</span>
          </Button>
          <Link className="ep-button" to={pathTo('receive')}>
            <InboxOutlined aria-hidden="true" /> <span>{t('inbox')}</span>
          </Link>
          {isOwn && user !== null && <Avatar name={user.displayName} />}
        </span>
      </header>
      <main className="compose-page ep-card">
        <PageComposer key={key} opened={opened} backTo={pathTo('receive')} />
      </main>
    </div>
  )
}
