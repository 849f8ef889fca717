/** By a finger: rows go away, are marked or selected, and the list pulled down is read anew. */

import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { MailSummary } from '#contract/shapes'
import { withinTime } from '#src/lib/clock/withinTime'
import { useAppDispatch } from '#src/store/typed'
import type { MailCommands } from '../actions/useMailCommands'
import { refreshByHand } from '../listData/listThunks'
import type { Sweep } from './watchTouch'

type RowAt = (target: EventTarget | null) => { readonly row: Element; readonly mail: MailSummary } | null

export function useRowTouch(commands: MailCommands, rowAt: RowAt, onHold: (mail: MailSummary) => void): void {
  const { t, i18n } = useTranslation(['mail'])
  const dispatch = useAppDispatch()
  const { language } = i18n

  const sweepAt = useEffectEvent((target: EventTarget | null): Sweep | null => {
    const at = rowAt(target)
    if (at === null || !(at.row instanceof HTMLElement)) return null
    const { mail, row } = at
    const command = commands.commandsOn(() => [mail])
    const mark = mail.seen ? 'unseen' : 'seen'
    return {
      row,
      words: { away: t('mail:delete'), mark: t(`mail:mark.${mark}`) },
      onSweep: (kind) => (kind === 'away' ? command.remove() : command.mark(mark)),
      onHold: () => onHold(mail),
    }
  })
  const pullWords = useEffectEvent(() => ({ more: t('mail:pull'), release: t('mail:pullRelease') }))

  useEffect(() => {
    // Whoever has no finger on the screen needs none of it.
    if (navigator.maxTouchPoints === 0 || language === '') return
    let stop = () => {}
    let isGone = false
    withinTime(import('./watchTouch')).then(
      ({ watchTouch }) => {
        if (isGone) return
        stop = watchTouch({
          sweepAt,
          pullWords: pullWords(),
          onPull: () => void dispatch(refreshByHand()),
        })
      },
      // Everything else still works without it.
      () => undefined,
    )
    return () => {
      isGone = true
      stop()
    }
  }, [dispatch, language])
}
