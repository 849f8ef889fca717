/** The menu of a row, and the question that stands before a command; each is fetched when it is first asked for. */
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useAppSelector } from '../../../store/typed'
import { selectFolders } from '../../../store/unread'
import { folderName } from '../folderNames'
import type { MailCommands } from '../hooks/useMailCommands'
import { isOwnMail } from '../mailPlaces'
import { RemoveForeverDialog } from './RemoveForeverDialog'

const MovePicker = lazy(async () => ({ default: (await import('./MovePicker')).MovePicker }))
const RowMenu = lazy(async () => ({ default: (await import('./RowMenu')).RowMenu }))
const WholeDialog = lazy(async () => ({ default: (await import('./WholeDialog')).WholeDialog }))

type Props = { folder: string; commands: MailCommands }

export function AskedDialogs({ folder, commands }: Props) {
  const { t } = useTranslation(['mail'])
  const folders = useAppSelector(selectFolders)
  const { asked, menu } = commands
  if (menu !== null) {
    return (
      <Suspense fallback={null}>
        <RowMenu key={`${menu.x} ${menu.y}`} folder={folder} menu={menu} commands={commands} />
      </Suspense>
    )
  }
  if (asked === null) return null
  const count = asked.whole ?? asked.mails.length
  if (asked.kind === 'forever') {
    return <RemoveForeverDialog count={count} onCancel={commands.cancelAsked} onConfirm={commands.removeForever} />
  }
  return (
    <Suspense fallback={null}>
      {asked.kind === 'pick' ? (
        <MovePicker
          count={count}
          from={folder}
          canRemember={asked.whole === null && !isOwnMail(folder)}
          onCancel={commands.cancelAsked}
          onMove={commands.moveTo}
        />
      ) : (
        <WholeDialog
          count={count}
          target={folderName(asked.target, folders, t)}
          onCancel={commands.cancelAsked}
          onConfirm={() => commands.moveTo(asked.target)}
        />
      )}
    </Suspense>
  )
}
