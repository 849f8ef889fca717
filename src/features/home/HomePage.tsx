import Card from 'antd/es/card'
import Progress from 'antd/es/progress'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { readableAddress } from '#contract/mail/domainSpelling'
import { AntdScope } from '../../components/antd/AntdScope'
import { fileSize } from '../../components/text/fileSize'
import { wallTime } from '../../lib/clock/wallTime'
import { selectFolder } from '../../store/mail/folders'
import { selectQuota } from '../../store/mail/quota'
import { loadQuota, selectIsFull } from '../../store/mail/quotaThunks'
import { pathTo } from '../../store/routes/pathTo'
import { useMayUpgrade, usePathToPay } from '../../store/routes/usePathToPay'
import { useServices } from '../../store/servicesContext'
import { selectUser } from '../../store/session/session'
import { useZone } from '../../store/settings/useSetting'
import { useGoKeys } from '../../store/shell/useGoKeys'
import { useWrite } from '../../store/shell/useWrite'
import { useAppDispatch, useAppSelector } from '../../store/typed'
import { greetingOf } from './greeting'
import { NewestMail } from './NewestMail'
import './HomePage.css'

export function HomePage() {
  const { t } = useTranslation('home')
  const zone = useZone()
  const dispatch = useAppDispatch()
  const { now } = useServices()
  const { handleLink } = useWrite()
  useGoKeys(pathTo('writeMail'))
  const user = useAppSelector(selectUser)
  const unread = useAppSelector((state) => selectFolder(state, 'inbox'))?.unread ?? 0
  const drafts = useAppSelector((state) => selectFolder(state, 'draft'))?.total ?? 0
  const flagged = useAppSelector((state) => selectFolder(state, 'flag'))?.total ?? 0
  useEffect(() => {
    dispatch(loadQuota())
  }, [dispatch])
  const name = user === null ? '' : user.displayName || readableAddress(user.username)
  return (
    <AntdScope>
      <div className="home-page">
        <header className="home-greeting">
          <h1>{t(greetingOf(new Date(wallTime(now(), zone)).getUTCHours()), { name })}</h1>
          <p>{unread > 0 ? t('unread', { count: unread }) : t('unreadNone')}</p>
        </header>
        <Card className="home-newest" title={t('newest')} extra={<Link to={pathTo('receive')}>{t('toInbox')}</Link>}>
          <NewestMail />
        </Card>
        <div className="home-side">
          <Card title={t('todo')}>
            <ul className="home-todo">
              <li>
                <Link to={pathTo('writeMail')} onClick={handleLink}>
                  {t('write')}
                </Link>
              </li>
              {drafts > 0 && (
                <li>
                  <Link to={pathTo('draft')}>{t('drafts', { count: drafts })}</Link>
                </li>
              )}
              {flagged > 0 && (
                <li>
                  <Link to={pathTo('flag')}>{t('flagged')}</Link>
                </li>
              )}
            </ul>
          </Card>
          <SpaceCard />
        </div>
      </div>
    </AntdScope>
  )
}

/** How full the mailbox is, and what to do where it takes no new message. */
function SpaceCard() {
  const { t, i18n } = useTranslation(['home', 'common'])
  const quota = useAppSelector(selectQuota)
  const isFull = useAppSelector(selectIsFull)
  const toUpgrade = usePathToPay()
  const mayUpgrade = useMayUpgrade()
  const size = (bytes: number) => fileSize(bytes, i18n.language)
  return (
    <Card title={t('space')} loading={quota === null}>
      {quota !== null && (
        <>
          <Progress
            percent={Math.min(100, Math.round((quota.used / Math.max(1, quota.limit)) * 100))}
            aria-label={t('space')}
            status={isFull ? 'exception' : 'normal'}
          />
          <p>{t('spaceUsed', { used: size(quota.used), limit: size(quota.limit) })}</p>
          {isFull && (
            <p>
              {t('full')} <Link to={pathTo('receive', {}, { sort: 'size' })}>{t('largest')}</Link>
              {mayUpgrade && (
                <>
                  {' '}
                  · <Link to={toUpgrade}>{t('common:upgrade')}</Link>
                </>
              )}
            </p>
          )}
          <p className="home-quiet">{t('messages', { count: quota.count })}</p>
        </>
      )}
    </Card>
  )
}
