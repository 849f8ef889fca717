/** The menu of a row, and the question before a command; each fetched when first asked for. */
import { useTranslation } from 'react-i18next'
import { addressKey } from '#contract/mail/domainSpelling'
import type { MailSummary } from '#contract/shapes'
import { lazyDialog } from '#src/components/lazy/lazyDialog'
import { selectFolders } from '#src/store/mail/folders'
import { useAppSelector } from '#src/store/typed'
import { isOwnMail, isRecoverable } from '../folderAbilities'
import { folderName } from '../folderNames'
import { RemoveForeverDialog } from './RemoveForeverDialog'
import type { MailCommands } from './useMailCommands'

export const LazyMovePicker = lazyDialog(async () => (await import('./MovePicker')).MovePicker)
const RowMenu = lazyDialog(async () => (await import('../row/RowMenu')).RowMenu)
const WholeDialog = lazyDialog(async () => (await import('./WholeDialog')).WholeDialog)

export const sendersOf = (mails: readonly Pick<MailSummary, 'from'>[]) =>
  new Set(mails.map(({ from }) => addressKey(from.address))).size

type Props = { folder: string; commands: MailCommands }

export function ActionDialogs({ folder, commands }: Props) {
  const { t } = useTranslation(['mail'])
  const folders = useAppSelector(selectFolders)
  const { asked, menu } = commands
  if (menu !== null) {
    return (
      <RowMenu
        key={`${menu.x} ${menu.y}`}
        folder={folder}
        menu={menu}
        commands={commands}
        onClose={commands.closeMenu}
      />
    )
  }
  if (asked === null) return null
  const count = asked.whole ?? asked.mails.length
  if (asked.kind === 'forever') {
    return (
      <RemoveForeverDialog
        count={count}
        isErased={isRecoverable(folder)}
        isKept={asked.whole === null && !isRecoverable(folder)}
        onCancel={commands.cancelAsked}
        onConfirm={commands.removeForever}
      />
    )
  }
  if (asked.kind === 'pick') {
    return (
      <LazyMovePicker
        count={count}
        from={folder}
        senders={asked.whole !== null || isOwnMail(folder) ? 0 : sendersOf(asked.mails)}
        onClose={commands.cancelAsked}
        onMove={commands.moveTo}
      />
    )
  }
  return (
    <WholeDialog
      count={count}
      target={folderName(asked.target, folders, t)}
      onClose={commands.cancelAsked}
      onConfirm={() => commands.moveTo(asked.target)}
    />
  )
}
