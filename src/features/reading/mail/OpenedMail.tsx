import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Settings } from '#contract/settings'
import { useHasPane } from '#src/store/settings/useSetting'
import { ReplyBox } from '../toolbar/ReplyBox'
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
  const hasPane = useHasPane()
  useEffect(() => {
    // Where the reader fills the window, focus comes along; beside the list it stays in the list.
    // Whoever goes from mail to mail keeps it on the button.
    const isWithin = scroll.current?.closest('article')?.contains(document.activeElement) === true
    if (!isWithin && !(hasPane && window.matchMedia('(min-width: 1120px)').matches)) scroll.current?.focus()
  }, [hasPane])
  return (
    <section className="reading-scroll" ref={scroll} tabIndex={-1} aria-label={t('title')}>
      <MailHeader mail={content.mail} onToggleFlag={onToggleFlag} />
      <MailContent {...content} />
      {onReply !== undefined && <ReplyBox onReply={onReply} />}
    </section>
  )
}
