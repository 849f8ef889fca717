import { useTranslation } from 'react-i18next'
import type { Settings } from '#contract/settings'
import { ReplyAllIcon, ReplyIcon } from '#src/components/icons/mailIcons'
import { useSetting } from '#src/store/settings/useSetting'
import './readerToolbar.css'

/** Below what was read: opens the composer with an answer. On a phone the bar at the bottom does. */
export function ReplyBox({ onReply }: { onReply: (mode: Settings['answer']) => void }) {
  const { t } = useTranslation('reading')
  const mode = useSetting('answer')
  return (
    <button type="button" className="reading-reply-box" onClick={() => onReply(mode)}>
      {mode === 'reply' ? <ReplyIcon /> : <ReplyAllIcon />}
      {t(mode === 'reply' ? 'replyBox' : 'replyAllBox')}
    </button>
  )
}
