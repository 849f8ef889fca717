import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MailSummary } from '#contract/shapes'
import { ErrorNote } from '#src/components/state/ErrorNote'
import { Skeleton } from '#src/components/state/Skeleton'
import { MailContent } from '../mail/MailContent'
import { MoveOfOne } from '../useMailActions'
import { useMailLinks } from '../useMailLinks'
import { useMarkRead } from '../useMarkRead'
import { useOpened } from '../useOpenMail'
import { ConversationMailHead } from './ConversationMailHead'
import type { ConversationActions } from './useConversationActions'

type Props = { row: MailSummary; sid: string | null; actions: ConversationActions }

/** What one mail of a conversation says, asked for when it is opened. */
export function ConversationText({ row, sid, actions }: Props) {
  const { t } = useTranslation(['conversation', 'errors'])
  const { id } = row
  const { mail, failure, retry } = useOpened(id)
  const links = useMailLinks(mail, sid)
  const [areImagesShown, setImagesShown] = useState(false)
  useMarkRead(mail === undefined ? null : id)
  if (failure !== undefined) return <ErrorNote message={`errors:${failure}`} onRetry={retry} />
  if (mail === undefined) {
    return (
      <div role="status" aria-label={t('conversation:loading')}>
        <Skeleton lines={4} />
      </div>
    )
  }
  return (
    <div className="conversation-text">
      <ConversationMailHead
        mail={mail}
        row={row}
        source={links?.source}
        areImagesShown={areImagesShown}
        actions={actions}
      />
      <MoveOfOne value={(target, kind) => actions.moveOne(row, target, kind)}>
        <MailContent
          mail={mail}
          links={links}
          areImagesShown={areImagesShown}
          onShowImages={() => setImagesShown(true)}
        />
      </MoveOfOne>
    </div>
  )
}
