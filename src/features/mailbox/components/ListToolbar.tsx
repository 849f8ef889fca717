/** What can be done to the selected mails, in the order that every list keeps. */
import ClearOutlined from '@ant-design/icons/es/icons/ClearOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import FlagOutlined from '@ant-design/icons/es/icons/FlagOutlined'
import FolderOutlined from '@ant-design/icons/es/icons/FolderOutlined'
import InboxOutlined from '@ant-design/icons/es/icons/InboxOutlined'
import StopOutlined from '@ant-design/icons/es/icons/StopOutlined'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../components/IconButton'
import { Menu } from '../../../components/Menu'
import { marks } from '../../../contract/endpoints/mail'
import { useAppSelector } from '../../../store/typed'
import { selectFolders } from '../../../store/unread'
import { folderName, moveTargets } from '../folderNames'
import type { MailCommands } from '../hooks/useMailCommands'
import { selectSelectedIds } from '../mailboxSelectors'

const ownMail: readonly string[] = ['sent', 'draft']
const removable: readonly string[] = ['deleted', 'junk', 'draft']

export function ListToolbar({ folder, commands }: { folder: string; commands: MailCommands }) {
  const { t } = useTranslation(['mail'])
  const folders = useAppSelector(selectFolders)
  const count = useAppSelector(selectSelectedIds).length
  const off = count === 0 ? t('mail:selectFirst') : undefined

  return (
    <div role="toolbar" className="mailbox-toolbar" aria-label={t('mail:toolbar')}>
      {folder !== 'deleted' && (
        <IconButton
          label={t('mail:delete')}
          icon={<DeleteOutlined aria-hidden />}
          disabledReason={off}
          onClick={commands.remove}
        />
      )}
      {removable.includes(folder) && (
        <IconButton
          label={t('mail:deleteForever')}
          icon={<ClearOutlined aria-hidden />}
          disabledReason={off}
          onClick={commands.askForever}
        />
      )}
      {folder === 'junk' ? (
        <IconButton
          label={t('mail:notJunk')}
          icon={<InboxOutlined aria-hidden />}
          disabledReason={off}
          onClick={() => commands.move('inbox')}
        />
      ) : (
        !ownMail.includes(folder) && (
          <IconButton
            label={t('mail:junk')}
            icon={<StopOutlined aria-hidden />}
            disabledReason={off}
            onClick={() => commands.move('junk')}
          />
        )
      )}
      <Menu
        label={t('mail:markMenu')}
        disabledReason={off}
        items={marks.map((mark) => ({ key: mark, label: t(`mail:mark.${mark}`), onChoose: () => commands.mark(mark) }))}
      >
        <FlagOutlined aria-hidden />
      </Menu>
      <Menu
        label={t('mail:moveMenu')}
        disabledReason={off}
        items={moveTargets(folders, folder).map((target) => ({
          key: target.id,
          label: <bdi className="mailbox-target">{folderName(target.id, folders, t)}</bdi>,
          onChoose: () => commands.move(target.id),
        }))}
      >
        <FolderOutlined aria-hidden />
      </Menu>
      <span className="mailbox-selected ep-number" aria-live="polite">
        {count > 0 ? t('mail:selectedCount', { count }) : ''}
      </span>
    </div>
  )
}
