/** What can be done to the selected mails, in the order that every list keeps. */
import ClearOutlined from '@ant-design/icons/es/icons/ClearOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import FlagOutlined from '@ant-design/icons/es/icons/FlagOutlined'
import FolderOutlined from '@ant-design/icons/es/icons/FolderOutlined'
import InboxOutlined from '@ant-design/icons/es/icons/InboxOutlined'
import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined'
import RollbackOutlined from '@ant-design/icons/es/icons/RollbackOutlined'
import StopOutlined from '@ant-design/icons/es/icons/StopOutlined'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { marks } from '#contract/endpoints/mail/mail'
import { ArchiveIcon } from '#src/components/icons/mailIcons'
import { Menu } from '#src/components/menu/Menu'
import type { MailCommands } from '../actions/useMailCommands'
import { canArchive, canReport, canSpare, isRecoverable, isRemovable, isWaiting } from '../folderAbilities'
import { RecoveryListToolbar } from './RecoveryListToolbar'
import { ToolButton } from './ToolButton'
import { useMoreItems } from './useMoreItems'

const answers = ['reply', 'replyAll', 'forward'] as const

type Props = {
  folder: string
  /** What the folder is called. */
  name: string
  /** Mails that a command would act on. */
  count: number
  commands: MailCommands
}

export function ListToolbar({ folder, name, count, commands }: Props) {
  const { t } = useTranslation(['mail'])
  const off = count === 0 ? t('mail:selectFirst') : undefined

  const tool = (label: string, icon: ReactNode, onPress: () => void) => (
    <ToolButton label={label} icon={icon} disabledReason={off} onPress={onPress} onRefused={commands.sayNoneSelected} />
  )
  const more = useMoreItems(folder, count, commands, name)
  if (isRecoverable(folder)) return <RecoveryListToolbar count={count} commands={commands} />
  if (isWaiting(folder)) return <WaitingListToolbar count={count} commands={commands} />
  const chosenOnly = off === undefined ? {} : { disabledReason: off }

  return (
    <div role="toolbar" className="mailbox-toolbar" aria-label={t('mail:toolbar')}>
      {canArchive(folder) && tool(t('mail:archive'), <ArchiveIcon />, commands.archive)}
      {folder === 'archive' && tool(t('mail:unarchive'), <InboxOutlined aria-hidden />, commands.archive)}
      {folder !== 'deleted' && tool(t('mail:delete'), <DeleteOutlined aria-hidden />, commands.remove)}
      {isRemovable(folder) && tool(t('mail:deleteForever'), <ClearOutlined aria-hidden />, commands.askForever)}
      {canSpare(folder) && tool(t('mail:notJunk'), <InboxOutlined aria-hidden />, () => commands.move('inbox'))}
      {canReport(folder) && tool(t('mail:junk'), <StopOutlined aria-hidden />, () => commands.report('report'))}
      <Menu
        label={t('mail:markMenu')}
        items={[
          ...marks.map((mark) => ({
            key: mark,
            label: t(`mail:mark.${mark}`),
            ...chosenOnly,
            onChoose: () => commands.mark(mark),
          })),
          // What was found is no folder that could be marked whole.
          ...(folder === 'search'
            ? []
            : [{ key: 'allRead', label: t('mail:mark.allRead'), onChoose: commands.markAllRead }]),
        ]}
      >
        <FlagOutlined aria-hidden />
      </Menu>
      {tool(t('mail:moveMenu'), <FolderOutlined aria-hidden />, commands.askMove)}
      <Menu
        label={t('mail:moreMenu')}
        items={[
          ...answers.map((mode) => ({
            key: mode,
            label: t(`mail:moreActions.${mode}`),
            ...(count === 1 ? {} : { disabledReason: t('mail:selectOne') }),
            onChoose: () => commands.answer(mode),
          })),
          ...more,
        ]}
      >
        <MoreOutlined aria-hidden />
      </Menu>
      <span className="mailbox-selected ep-number" aria-live="polite">
        {count > 0 ? t('mail:selectedCount', { count }) : ''}
      </span>
    </div>
  )
}

/** What can be done to selected mail that waits to be sent. */
function WaitingListToolbar({ count, commands }: Pick<Props, 'count' | 'commands'>) {
  const { t } = useTranslation(['mail'])
  return (
    <div role="toolbar" className="mailbox-toolbar" aria-label={t('mail:toolbar')}>
      <ToolButton
        label={t('mail:takeBack')}
        icon={<RollbackOutlined aria-hidden />}
        disabledReason={count === 0 ? t('mail:selectFirst') : undefined}
        onPress={commands.remove}
        onRefused={commands.sayNoneSelected}
      />
      <span className="mailbox-selected ep-number" aria-live="polite">
        {count > 0 ? t('mail:selectedCount', { count }) : ''}
      </span>
    </div>
  )
}
