/** The question that stands before a command, fetched when one is first asked. */
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useAppSelector } from '../../../store/typed'
import { selectFolders } from '../../../store/unread'
import { folderName } from '../folderNames'
import type { MailCommands } from '../hooks/useMailCommands'
import { isOwnMail } from '../mailPlaces'
import { RemoveForeverDialog } from './RemoveForeverDialog'

const MovePicker = lazy(async () => ({ default: (await import('./MovePicker')).MovePicker }))
const WholeDialog = lazy(async () => ({ default: (await import('./WholeDialog')).WholeDialog }))

type Props = { folder: string; commands: MailCommands }

export function AskedDialogs({ folder, commands }: Props) {
  const { t } = useTranslation(['mail'])
  const folders = useAppSelector(selectFolders)
  const { asked } = commands
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
