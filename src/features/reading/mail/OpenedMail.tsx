import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Settings } from '#contract/settings'
import { ReplyBox } from '../toolbar/ReplyBox'
import { useReaderFocus } from '../useReaderFocus'
import { MailContent, type MailContentProps } from './MailContent'
import { MailHeader } from './MailHeader'

type Props = MailContentProps & {
  onToggleFlag: () => void
  /** Undefined where it cannot be answered. */
  onReply: ((mode: Settings['answer']) => void) | undefined
}

/** A mail whole, scrolled as one. */
export function OpenedMail({ onToggleFlag, onReply, ...content }: Props) {
  const { t } = useTranslation('reading')
  const scroll = useRef<HTMLDivElement>(null)
  useReaderFocus(scroll)
  return (
    <section className="reading-scroll" ref={scroll} tabIndex={-1} aria-label={t('title')}>
      <MailHeader mail={content.mail} onToggleFlag={onToggleFlag} />
      <MailContent {...content} />
      {onReply !== undefined && <ReplyBox onReply={onReply} />}
    </section>
  )
}
