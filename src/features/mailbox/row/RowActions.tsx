/** What a row offers in the place of its date while it is pointed at or has the focus. */
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import FlagFilled from '@ant-design/icons/es/icons/FlagFilled'
import FlagOutlined from '@ant-design/icons/es/icons/FlagOutlined'
import MailOutlined from '@ant-design/icons/es/icons/MailOutlined'
import RollbackOutlined from '@ant-design/icons/es/icons/RollbackOutlined'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import type { MailSummary } from '#contract/shapes'
import { ArchiveIcon } from '#src/components/icons/mailIcons'
import type { MailCommands } from '../actions/useMailCommands'
import { canArchive } from '../folderAbilities'

export type RowCommands = ReturnType<MailCommands['commandsOn']>

type RowAction = {
  readonly label: (mail: MailSummary) => string
  readonly icon: (mail: MailSummary) => ReactNode
  readonly act: (on: RowCommands, mail: MailSummary) => void
  /** Left out: of every message. */
  readonly isOffered?: (mail: MailSummary) => boolean
  readonly isPressed?: (mail: MailSummary) => boolean
}

const ordinary: readonly RowAction[] = [
  {
    label: () => 'archive',
    icon: () => <ArchiveIcon />,
    act: (on) => on.archive(),
    isOffered: (mail) => canArchive(mail.folder),
  },
  { label: () => 'delete', icon: () => <DeleteOutlined aria-hidden />, act: (on) => on.remove() },
  {
    label: (mail) => `mark.${mail.seen ? 'unseen' : 'seen'}`,
    icon: () => <MailOutlined aria-hidden />,
    act: (on, mail) => on.mark(mail.seen ? 'unseen' : 'seen'),
  },
  {
    label: (mail) => (mail.flagged ? 'unflagMail' : 'flagMail'),
    icon: (mail) => (mail.flagged ? <FlagFilled aria-hidden /> : <FlagOutlined aria-hidden />),
    act: (on) => on.toggleFlags(),
    isPressed: (mail) => mail.flagged,
  },
]
const ofWaiting: readonly RowAction[] = [
  { label: () => 'takeBack', icon: () => <RollbackOutlined aria-hidden />, act: (on) => on.remove() },
]
const ofGone: readonly RowAction[] = [
  { label: () => 'restore', icon: () => <RollbackOutlined aria-hidden />, act: (on) => on.restore() },
]

export type OnRowAction = (mail: MailSummary, act: (on: RowCommands, mail: MailSummary) => void) => void

type Props = { mail: MailSummary; t: TFunction<readonly ['mail']>; onAction: OnRowAction }

export function RowActions({ mail, t, onAction }: Props) {
  const all = mail.waits !== undefined ? ofWaiting : mail.recoverableUntil !== undefined ? ofGone : ordinary
  const actions = all.filter(({ isOffered }) => isOffered?.(mail) ?? true)
  return (
    <span className="mailbox-row-actions">
      {actions.map(({ label, icon, act, isPressed }) => {
        const words = t(`mail:${label(mail)}`)
        return (
          <button
            key={label(mail)}
            type="button"
            tabIndex={-1}
            aria-label={words}
            aria-pressed={isPressed?.(mail)}
            title={words}
            onClick={(event) => {
              event.stopPropagation()
              onAction(mail, act)
            }}
          >
            {icon(mail)}
          </button>
        )
      })}
    </span>
  )
}
