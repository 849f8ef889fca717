import ArrowLeftOutlined from '@ant-design/icons/es/icons/ArrowLeftOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import FolderOutlined from '@ant-design/icons/es/icons/FolderOutlined'
import MailOutlined from '@ant-design/icons/es/icons/MailOutlined'
import RollbackOutlined from '@ant-design/icons/es/icons/RollbackOutlined'
import ShareAltOutlined from '@ant-design/icons/es/icons/ShareAltOutlined'
import StopOutlined from '@ant-design/icons/es/icons/StopOutlined'
import TeamOutlined from '@ant-design/icons/es/icons/TeamOutlined'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Menu } from '../../../components/Menu'
import type { Mail } from '../../../contract/shapes'
import { useAppSelector } from '../../../store/typed'
import { selectFolders } from '../../../store/unread'
import { folderName, moveTargets } from '../../mailbox'
import type { MailActions } from '../hooks/useMailActions'
import { ReaderMore } from './ReaderMore'
import './readerToolbar.css'

type ActionProps = { label: string; icon: ReactNode; onClick: () => void; disabled?: boolean }

function Action({ label, icon, onClick, disabled = false }: ActionProps) {
  return (
    <button type="button" className="reading-action" title={label} onClick={onClick} disabled={disabled}>
      <span aria-hidden="true">{icon}</span>
      <span className="reading-action-label">{label}</span>
    </button>
  )
}

type Props = {
  mail: Mail | undefined
  actions: MailActions
  /** Where the original can be had. */
  source: string | undefined
  areImagesShown: boolean
}

export function ReaderToolbar({ mail, actions, source, areImagesShown }: Props) {
  const { t } = useTranslation(['mail', 'reading'])
  const folders = useAppSelector(selectFolders)
  const targets = mail === undefined ? [] : moveTargets(folders, mail.folder)
  const off = mail === undefined
  const isJunk = mail?.folder === 'junk'
  return (
    <div className="reading-toolbar" role="toolbar" aria-label={t('reading:actions')}>
      <Link className="reading-action reading-back" to={actions.backTo}>
        <ArrowLeftOutlined aria-hidden="true" />
        <span>{t('reading:back')}</span>
      </Link>
      <Action
        label={t('reading:reply')}
        icon={<RollbackOutlined />}
        onClick={() => actions.write('reply')}
        disabled={off}
      />
      <Action
        label={t('reading:replyAll')}
        icon={<TeamOutlined />}
        onClick={() => actions.write('replyAll')}
        disabled={off}
      />
      <Action
        label={t('reading:forward')}
        icon={<ShareAltOutlined />}
        onClick={() => actions.write('forward')}
        disabled={off}
      />
      {mail?.folder !== 'deleted' && (
        <Action
          label={t('reading:delete')}
          icon={<DeleteOutlined />}
          onClick={() => actions.move('deleted')}
          disabled={off}
        />
      )}
      <Action
        label={t('reading:markUnread')}
        icon={<MailOutlined />}
        onClick={() => actions.mark('unseen')}
        disabled={off}
      />
      <Action
        label={t(isJunk ? 'reading:notJunk' : 'reading:junk')}
        icon={<StopOutlined />}
        onClick={() => actions.move(isJunk ? 'inbox' : 'junk')}
        disabled={off}
      />
      <Menu
        label={t('reading:moveTo')}
        className="reading-action"
        align="end"
        disabledReason={off ? t('reading:stillLoading') : undefined}
        items={targets.map((folder) => ({
          key: folder.id,
          label: <bdi>{folderName(folder.id, folders, t)}</bdi>,
          onChoose: () => actions.move(folder.id),
        }))}
      >
        <FolderOutlined aria-hidden="true" />
        <span className="reading-action-label">{t('reading:moveTo')}</span>
      </Menu>
      <ReaderMore mail={mail} source={source} areImagesShown={areImagesShown} />
    </div>
  )
}
