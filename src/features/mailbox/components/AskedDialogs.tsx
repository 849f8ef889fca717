/** The question that stands before a command, fetched when one is first asked. */
import { lazy, Suspense } from 'react'
import type { MailCommands } from '../hooks/useMailCommands'
import { RemoveForeverDialog } from './RemoveForeverDialog'

const MovePicker = lazy(async () => ({ default: (await import('./MovePicker')).MovePicker }))

type Props = { folder: string; commands: MailCommands }

export function AskedDialogs({ folder, commands }: Props) {
  const { asked } = commands
  if (asked === null) return null
  if (asked.kind === 'forever') {
    return (
      <RemoveForeverDialog
        count={asked.mails.length}
        onCancel={commands.cancelAsked}
        onConfirm={() => commands.removeForever(asked.mails)}
      />
    )
  }
  return (
    <Suspense fallback={null}>
      <MovePicker
        count={asked.mails.length}
        from={folder}
        onCancel={commands.cancelAsked}
        onMove={(target) => commands.moveTo(asked.mails, target)}
      />
    </Suspense>
  )
}
