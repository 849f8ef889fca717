/** The toolbar above what is read; on a phone the answers stand in a bar at the thumb. */
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import InboxOutlined from '@ant-design/icons/es/icons/InboxOutlined'
import UpOutlined from '@ant-design/icons/es/icons/UpOutlined'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ComposeMode } from '#contract/endpoints/sending/sending'
import type { MailSummary } from '#contract/shapes'
import { useIsAtMost } from '#src/components/browser/useMediaQuery'
import { IconButton } from '#src/components/button/IconButton'
import { ArchiveIcon, ForwardIcon, PrintIcon, ReplyAllIcon, ReplyIcon } from '#src/components/icons/mailIcons'
import type { MenuItem } from '#src/components/menu/MenuList'
import {
  canArchive,
  canReport,
  isOwnMail,
  LazyMovePicker,
  type MoveKind,
  type Neighbour,
  sendersOf,
  useNeighbours,
} from '../../mailbox'
import { useReaderKeys } from '../useReaderKeys'
import { fitLabels } from './fitLabels'
import { ToolbarAction } from './ToolbarAction'
import { ToolbarBack } from './ToolbarBack'
import './readerToolbar.css'

const answers = [
  { mode: 'reply', icon: <ReplyIcon /> },
  { mode: 'replyAll', icon: <ReplyAllIcon /> },
  { mode: 'forward', icon: <ForwardIcon /> },
] as const

type Props = {
  label: string
  backTo: string
  /** Where it lies; undefined until that is known. */
  folder: string | undefined
  /** Messages that a move takes; none while nothing can be done. */
  mails: readonly Pick<MailSummary, 'from'>[]
  onAnswer: (mode: ComposeMode) => void
  onMove: (target: string, kind?: MoveKind) => void
  onUnread: () => void
  /** Undefined where several messages are shown, each of which is printed by itself. */
  onPrint?: () => void
  /** The menu of what is seldom done, around what every toolbar has in it. */
  more: (items: readonly MenuItem[]) => ReactNode
  /** What is done with a sent message alone. */
  inSent?: ReactNode
}

export function ReadingToolbar(props: Props) {
  const { label, backTo, folder, mails, onAnswer, onMove, onPrint, inSent = null, more } = props
  const { t } = useTranslation('reading')
  const isPhone = useIsAtMost('tablet')
  const neighbours = useNeighbours()
  useReaderKeys(neighbours)
  const [isPicking, setPicking] = useState(false)
  const items = useCommonItems(props, neighbours, { isPhone, onPick: () => setPicking(true) })
  const off = mails.length === 0
  const answerButtons = answers.map(({ mode, icon }) => (
    <ToolbarAction key={mode} label={t(mode)} icon={icon} onClick={() => onAnswer(mode)} disabled={off} />
  ))
  return (
    <div ref={isPhone ? undefined : fitLabels} className="reading-toolbar" role="toolbar" aria-label={label}>
      <ToolbarBack to={backTo} />
      {!isPhone && answerButtons}
      {folder === 'junk' && (
        <ToolbarAction label={t('notJunk')} icon={<InboxOutlined />} onClick={() => onMove('inbox')} disabled={off} />
      )}
      {!isPhone && folder !== undefined && canArchive(folder) && (
        <ToolbarAction label={t('archive')} icon={<ArchiveIcon />} onClick={() => onMove('archive')} disabled={off} />
      )}
      {!isPhone && folder === 'archive' && (
        <ToolbarAction label={t('unarchive')} icon={<InboxOutlined />} onClick={() => onMove('inbox')} disabled={off} />
      )}
      {folder !== 'deleted' && (
        <ToolbarAction label={t('delete')} icon={<DeleteOutlined />} onClick={() => onMove('deleted')} disabled={off} />
      )}
      {folder === 'sent' && inSent}
      <span className="reading-toolbar-end">
        {!isPhone && onPrint !== undefined && (
          <ToolbarAction label={t('print')} icon={<PrintIcon />} onClick={onPrint} disabled={off} />
        )}
        {more(items)}
        {!isPhone && <ReaderNeighbours {...neighbours} />}
      </span>
      {isPhone && <span className="reading-answers">{answerButtons}</span>}
      {isPicking && folder !== undefined && (
        <LazyMovePicker
          count={mails.length}
          from={folder}
          senders={isOwnMail(folder) ? 0 : sendersOf(mails)}
          onClose={() => setPicking(false)}
          onMove={(target, kind) => {
            setPicking(false)
            onMove(target, kind)
          }}
        />
      )}
    </div>
  )
}

type Where = { isPhone: boolean; onPick: () => void }

/** What is seldom done, and on a phone what the bar has no room for. */
function useCommonItems(
  { folder = '', onMove, onUnread, onPrint }: Props,
  { previous, next }: ReturnType<typeof useNeighbours>,
  { isPhone, onPick }: Where,
): readonly MenuItem[] {
  const { t } = useTranslation('reading')
  const item = (key: string, onChoose: () => void): MenuItem => ({ key, label: t(key), onChoose })
  const step = (key: string, { reason, ...way }: Neighbour): MenuItem => ({
    ...item(key, () => 'go' in way && way.go()),
    disabledReason: reason === null ? undefined : t(reason),
  })
  return [
    ...(isPhone && canArchive(folder) ? [item('archive', () => onMove('archive'))] : []),
    ...(isPhone && folder === 'archive' ? [item('unarchive', () => onMove('inbox'))] : []),
    item('moveTo', onPick),
    item('markUnread', onUnread),
    ...(canReport(folder) ? [item('junk', () => onMove('junk'))] : []),
    ...(isPhone && onPrint !== undefined ? [item('print', onPrint)] : []),
    ...(isPhone ? [step('previous', previous), step('next', next)] : []),
  ]
}

/** The way to what stands before and after in the list. */
function ReaderNeighbours({ previous, next }: ReturnType<typeof useNeighbours>) {
  const { t } = useTranslation('reading')
  return (
    <span className="reading-neighbours">
      <IconButton
        label={t('previous')}
        icon={<UpOutlined />}
        disabledReason={previous.reason === null ? undefined : t(previous.reason)}
        onClick={previous.reason === null ? previous.go : undefined}
      />
      <IconButton
        label={t('next')}
        icon={<DownOutlined />}
        disabledReason={next.reason === null ? undefined : t(next.reason)}
        onClick={next.reason === null ? next.go : undefined}
      />
    </span>
  )
}
