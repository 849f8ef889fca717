import { useTranslation } from 'react-i18next'
import { MoveActions } from '../toolbar/MoveActions'
import { ReaderNeighbours } from '../toolbar/ReaderNeighbours'
import { ToolbarBack } from '../toolbar/ToolbarBack'
import type { ConversationActions } from './useConversationActions'

type Props = {
  folder: string
  isUsable: boolean
  actions: ConversationActions
}

/** What is done to all mails of the conversation that lie in this folder. */
export function ConversationToolbar({ folder, isUsable, actions }: Props) {
  const { t } = useTranslation('conversation')
  return (
    <div className="reading-toolbar" role="toolbar" aria-label={t('actions')}>
      <ToolbarBack to={actions.backTo} />
      <MoveActions
        folder={folder}
        isUsable={isUsable}
        onMove={(target) => actions.move(target)}
        onUnread={() => actions.mark('unseen')}
      />
      <ReaderNeighbours />
    </div>
  )
}
