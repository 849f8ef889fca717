/** What can be done to selected mail that waits to be sent. */
import RollbackOutlined from '@ant-design/icons/es/icons/RollbackOutlined'
import { useTranslation } from 'react-i18next'
import type { MailCommands } from '../actions/useMailCommands'
import { ToolButton } from './ToolButton'

type Props = { count: number; commands: MailCommands }

export function WaitingListToolbar({ count, commands }: Props) {
  const { t } = useTranslation('mail')
  return (
    <div role="toolbar" className="mailbox-toolbar" aria-label={t('toolbar')}>
      <ToolButton
        label={t('takeBack')}
        icon={<RollbackOutlined aria-hidden />}
        disabledReason={count === 0 ? t('selectFirst') : undefined}
        onPress={commands.remove}
        onRefused={commands.sayNoneSelected}
      />
      <span className="mailbox-selected ep-number" aria-live="polite">
        {count > 0 ? t('selectedCount', { count }) : ''}
      </span>
    </div>
  )
}
