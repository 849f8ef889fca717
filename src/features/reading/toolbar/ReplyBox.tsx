import { useTranslation } from 'react-i18next'
import { ReplyIcon } from '#src/components/icons/mailIcons'
import './readerToolbar.css'

/** Below what was read: opens the composer with an answer. On a phone the bar at the bottom does. */
export function ReplyBox({ onReply }: { onReply: () => void }) {
  const { t } = useTranslation('reading')
  return (
    <button type="button" className="reading-reply-box" onClick={onReply}>
      <ReplyIcon />
      {t('replyBox')}
    </button>
  )
}
