/** What can be done to selected mail that was deleted for good. */
import ClearOutlined from '@ant-design/icons/es/icons/ClearOutlined'
import RollbackOutlined from '@ant-design/icons/es/icons/RollbackOutlined'
import { useTranslation } from 'react-i18next'
import type { MailCommands } from '../actions/useMailCommands'
import { ToolButton } from './ToolButton'

type Props = { count: number; commands: MailCommands }

export function RecoveryListToolbar({ count, commands }: Props) {
  const { t } = useTranslation('mail')
  const disabledReason = count === 0 ? t('selectFirst') : undefined
  return (
    <div role="toolbar" className="mailbox-toolbar" aria-label={t('toolbar')}>
      <ToolButton
        label={t('restore')}
        icon={<RollbackOutlined aria-hidden />}
        disabledReason={disabledReason}
        onPress={commands.restore}
        onRefused={commands.sayNoneSelected}
      />
      <ToolButton
        label={t('eraseNow')}
        icon={<ClearOutlined aria-hidden />}
        disabledReason={disabledReason}
        onPress={commands.askForever}
        onRefused={commands.sayNoneSelected}
      />
      <span className="mailbox-selected ep-number" aria-live="polite">
        {count > 0 ? t('selectedCount', { count }) : ''}
      </span>
    </div>
  )
}
