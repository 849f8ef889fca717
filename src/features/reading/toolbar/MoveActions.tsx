/** Where what is open is put: among the deleted, among the unread, in Junk or out of it, in another folder. */
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import FolderOutlined from '@ant-design/icons/es/icons/FolderOutlined'
import MailOutlined from '@ant-design/icons/es/icons/MailOutlined'
import StopOutlined from '@ant-design/icons/es/icons/StopOutlined'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Menu } from '#src/components/menu/Menu'
import { selectFolders } from '#src/store/mail/folders'
import { useAppSelector } from '#src/store/typed'
import { folderName, moveTargets } from '../../mailbox'
import { ToolbarAction } from './ToolbarAction'
import './readerToolbar.css'

type Props = {
  /** Where it lies; undefined until that is known. */
  folder: string | undefined
  isUsable: boolean
  onMove: (target: string) => void
  onUnread: () => void
  /** In Sent, where nothing is junk. */
  inSent?: ReactNode
}

export function MoveActions({ folder, isUsable, onMove, onUnread, inSent = null }: Props) {
  const { t } = useTranslation(['mail', 'reading'])
  const folders = useAppSelector(selectFolders)
  const targets = folder === undefined ? [] : moveTargets(folders, folder)
  const off = !isUsable
  const isJunk = folder === 'junk'
  return (
    <>
      {folder !== 'deleted' && (
        <ToolbarAction
          label={t('reading:delete')}
          icon={<DeleteOutlined />}
          onClick={() => onMove('deleted')}
          disabled={off}
        />
      )}
      <ToolbarAction label={t('reading:markUnread')} icon={<MailOutlined />} onClick={onUnread} disabled={off} />
      {folder === 'sent' ? (
        inSent
      ) : (
        <ToolbarAction
          label={t(isJunk ? 'reading:notJunk' : 'reading:junk')}
          icon={<StopOutlined />}
          onClick={() => onMove(isJunk ? 'inbox' : 'junk')}
          disabled={off}
        />
      )}
      <Menu
        label={t('reading:moveTo')}
        className="reading-action"
        align="end"
        disabledReason={off ? t('reading:stillLoading') : undefined}
        items={targets.map((target) => ({
          key: target.id,
          label: <bdi>{folderName(target.id, folders, t)}</bdi>,
          onChoose: () => onMove(target.id),
        }))}
      >
        <FolderOutlined aria-hidden="true" />
        <span className="reading-action-label">{t('reading:moveTo')}</span>
      </Menu>
    </>
  )
}
