/** The title bar of a composer beside the desk: what it is about, where its text is kept, and how it is shown. */
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import FullscreenExitOutlined from '@ant-design/icons/es/icons/FullscreenExitOutlined'
import FullscreenOutlined from '@ant-design/icons/es/icons/FullscreenOutlined'
import MinusOutlined from '@ant-design/icons/es/icons/MinusOutlined'
import UpOutlined from '@ant-design/icons/es/icons/UpOutlined'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#src/components/button/IconButton'
import type { Composer } from '../composer'
import { DraftStatus } from '../draft/DraftStatus'
import type { Look } from './arrangeDock'

type Props = {
  title: string
  /** Null while it is being opened. */
  composer: Composer | null
  look: Look
  /** Where only one fits, it has the whole window already. */
  canGrow: boolean
  onFold: () => void
  onTakeUp: () => void
  onGrow: () => void
  /** It goes on in a window of its own. */
  onPopOut: () => void
  onClose: () => void
}

export function DockBar({ title, composer, look, canGrow, onFold, onTakeUp, onGrow, onPopOut, onClose }: Props) {
  const { t } = useTranslation('compose')
  const isFolded = look === 'minimised'
  return (
    <header className="compose-dock-bar">
      <button
        type="button"
        className="compose-dock-title"
        title={title}
        aria-expanded={!isFolded}
        onClick={isFolded ? onTakeUp : onFold}
      >
        <span className="compose-dock-subject">{title}</span>
      </button>
      {composer !== null && <DraftStatus composer={composer} />}
      {isFolded ? (
        <IconButton label={t('dock.takeUp')} icon={<UpOutlined />} onClick={onTakeUp} />
      ) : (
        <IconButton label={t('dock.fold')} icon={<MinusOutlined />} onClick={onFold} />
      )}
      {canGrow && look === 'full' && (
        <IconButton label={t('dock.shrink')} icon={<FullscreenExitOutlined />} onClick={onTakeUp} />
      )}
      {canGrow && look === 'docked' && (
        <IconButton label={t('dock.grow')} icon={<FullscreenOutlined />} onClick={onGrow} />
      )}
      {canGrow && composer !== null && composer.uploads.length === 0 && !composer.isSending && (
        <IconButton label={t('dock.popOut')} icon={<span aria-hidden="true">↗</span>} onClick={onPopOut} />
      )}
      <IconButton label={t('dock.close')} icon={<CloseOutlined />} onClick={onClose} />
    </header>
  )
}
