import RollbackOutlined from '@ant-design/icons/es/icons/RollbackOutlined'
import ShareAltOutlined from '@ant-design/icons/es/icons/ShareAltOutlined'
import TeamOutlined from '@ant-design/icons/es/icons/TeamOutlined'
import { useTranslation } from 'react-i18next'
import type { Mail } from '#contract/shapes'
import { lazyPiece } from '#src/components/lazy/lazyPiece'
import type { MailActions } from '../useMailActions'
import { MoveActions } from './MoveActions'
import { ReaderMore } from './ReaderMore'
import { ReaderNeighbours } from './ReaderNeighbours'
import { ToolbarAction } from './ToolbarAction'
import { ToolbarBack } from './ToolbarBack'
import './readerToolbar.css'

const RecallAction = lazyPiece(async () => (await import('../../recall')).RecallAction, 'button')

type Props = {
  mail: Mail | undefined
  actions: MailActions
  /** Where the original can be had. */
  source: string | undefined
  areImagesShown: boolean
}

export function ReaderToolbar({ mail, actions, source, areImagesShown }: Props) {
  const { t } = useTranslation('reading')
  const off = mail === undefined
  return (
    <div className="reading-toolbar" role="toolbar" aria-label={t('actions')}>
      <ToolbarBack to={actions.backTo} />
      <ToolbarAction
        label={t('reply')}
        icon={<RollbackOutlined />}
        onClick={() => actions.write('reply')}
        disabled={off}
      />
      <ToolbarAction
        label={t('replyAll')}
        icon={<TeamOutlined />}
        onClick={() => actions.write('replyAll')}
        disabled={off}
      />
      <ToolbarAction
        label={t('forward')}
        icon={<ShareAltOutlined />}
        onClick={() => actions.write('forward')}
        disabled={off}
      />
      <MoveActions
        folder={mail?.folder}
        isUsable={!off}
        onMove={(target) => actions.move(target)}
        onUnread={() => actions.mark('unseen')}
        inSent={mail !== undefined && <RecallAction key={mail.id} mail={mail} />}
      />
      <ReaderMore mail={mail} source={source} areImagesShown={areImagesShown} />
      <ReaderNeighbours />
    </div>
  )
}
