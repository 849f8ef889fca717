/** Rows by a finger: archived, deleted, marked or selected; pulled down, the list is read anew. */

import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { MailSummary } from '#contract/shapes'
import { withinTime } from '#src/lib/clock/withinTime'
import { useAppDispatch } from '#src/store/typed'
import type { MailCommands } from '../actions/useMailCommands'
import { canArchive } from '../folderAbilities'
import { refreshByHand } from '../listData/listThunks'
import type { Sweep } from './watchTouch'

type RowAt = (target: EventTarget | null) => { readonly row: Element; readonly mail: MailSummary } | null

type OnHold = (mail: MailSummary) => void

export function useRowTouch(commands: MailCommands, folder: string, rowAt: RowAt, onHold: OnHold): void {
  const { t, i18n } = useTranslation(['mail'])
  const dispatch = useAppDispatch()
  const { language } = i18n

  const sweepAt = useEffectEvent((target: EventTarget | null): Sweep | null => {
    const at = rowAt(target)
    if (at === null || !(at.row instanceof HTMLElement)) return null
    const { mail, row } = at
    const command = commands.commandsOn(() => [mail])
    const mark = mail.seen ? 'unseen' : 'seen'
    const farther = t('mail:delete')
    const near = canArchive(folder) ? t('mail:archive') : folder === 'archive' ? t('mail:unarchive') : null
    return {
      row,
      words: {
        archive: near === null ? farther : t('mail:sweptFarther', { word: near, farther }),
        away: farther,
        mark: t(`mail:mark.${mark}`),
      },
      onSweep: (kind) => {
        if (kind === 'mark') command.mark(mark)
        else if (kind === 'archive' && (canArchive(folder) || folder === 'archive')) command.archive()
        else command.remove()
      },
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
