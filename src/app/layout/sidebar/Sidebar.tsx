import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import SyncOutlined from '@ant-design/icons/es/icons/SyncOutlined'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Button } from '#src/components/button/Button'
import { receiveAll } from '#src/store/mail/folderThunks'
import { loadQuota } from '#src/store/mail/quotaThunks'
import { pathTo } from '#src/store/routes/pathTo'
import { usePathToPay } from '#src/store/routes/usePathToPay'
import { selectIsFree } from '#src/store/session/session'
import { useWrite } from '#src/store/shell/useWrite'
import { useAppDispatch, useAppSelector } from '#src/store/typed'
import { FolderLinks } from './FolderLinks'
import { QuotaFoot } from './QuotaFoot'
import './Sidebar.css'

export function Sidebar() {
  const { t } = useTranslation('layout')
  const dispatch = useAppDispatch()
  const { write } = useWrite()
  const isFree = useAppSelector(selectIsFree)
  const toUpgrade = usePathToPay()
  const reason = isFree ? t('freeReason') : undefined

  async function handleReceive() {
    await dispatch(receiveAll())
    dispatch(loadQuota())
  }

  return (
    <aside className="layout-side" aria-label={t('side')}>
      <div className="layout-side-actions">
        <Button
          tone="primary"
          className="layout-side-write"
          disabledReason={reason}
          onClick={() => write(pathTo('writeMail'))}
        >
          <EditOutlined aria-hidden="true" />
          {t('write')}
        </Button>
        <Button disabledReason={reason} onClick={handleReceive}>
          <SyncOutlined aria-hidden="true" />
          {t('receive')}
        </Button>
      </div>
      {isFree && (
        <Link className="layout-side-upgrade ep-link" to={toUpgrade}>
          {t('upgrade')}
        </Link>
      )}
      <FolderLinks />
      <QuotaFoot />
    </aside>
  )
}
