/** Keys that act on mails from anywhere on the page, and the key for Undo. */
import { useEffect, useEffectEvent } from 'react'
import { isPageKey } from '../../components/browser/keyTargets'
import type { MailSummary } from '../../contract/shapes'
import { pathToWrite } from '../../store/routes/pathTo'
import { useSetting } from '../../store/settings/useSetting'
import { useGoKeys } from '../../store/shell/useGoKeys'
import { useAppDispatch, useAppStore } from '../../store/typed'
import { undoNewest } from './actions/undoThunks'
import type { MailCommands } from './actions/useMailCommands'
import type { ListQuery } from './listData/listQuery'
import { summaryOfOpen } from './listData/listThunks'
import { selectSelectedRows } from './mailboxSelectors'

type Page = {
  query: ListQuery
  rows: readonly MailSummary[]
  /** The mail that the reader shows. */
  readId: string | null
  isComposing: boolean
  onShortcuts: () => void
  /** The keys that walk the list bring the focus to it. */
  onWalk: () => void
}

export function usePageKeys(commands: MailCommands, { query, rows, readId, isComposing, onShortcuts, onWalk }: Page) {
  const dispatch = useAppDispatch()
  const store = useAppStore()

  const answer = useSetting('answer')
  const hasLetters = useSetting('shortcuts') === 'on'
  useGoKeys(pathToWrite(query.folder, { mode: 'new' }), onShortcuts)

  function rowOf(target: EventTarget | null): MailSummary | undefined {
    const row = target instanceof Element ? target.closest('.mailbox-grid [aria-rowindex]') : null
    return rows[Number(row?.getAttribute('aria-rowindex') ?? 0) - (query.page - 1) * query.pageSize - 1]
  }

  /** The selected mails, else the one that has the focus, else the one that is read; null where a key means none here. */
  async function meant(target: EventTarget | null): Promise<readonly MailSummary[] | null> {
    const selected = selectSelectedRows(store.getState())
    if (selected.length > 0) return selected
    const focused = rowOf(target)
    if (focused !== undefined) return [focused]
    if (readId === null) return isComposing ? null : []
    const open = await dispatch(summaryOfOpen(readId))
    return open === null ? null : [open]
  }

  const handleKey = useEffectEvent(async (event: KeyboardEvent) => {
    if (!isPageKey(event) || (event.key.length === 1 && !hasLetters)) return
    if (event.key === 'z') {
      dispatch(undoNewest())
      return
    }
    // Within the list they walk its rows (useGridKeys), while a mail is read they open its neighbours (features/reading).
    const isAround = event.target === document.body || (event.target instanceof Element && event.target.matches('main'))
    const walks = event.key === 'j' || event.key === 'k' || (/^Arrow(?:Down|Up)$/.test(event.key) && isAround)
    if (walks && readId === null && !isComposing) {
      event.preventDefault()
      onWalk()
      return
    }
    type Act = (on: ReturnType<MailCommands['commandsOn']>) => void
    const acts: readonly (readonly [key: string, act: Act])[] = [
      ['#', (on) => on.remove()],
      ['Delete', (on) => on.remove()],
      ['!', (on) => (query.folder === 'junk' ? on.move('inbox') : on.report('report'))],
      ['u', (on) => on.setAside()],
      ['U', (on) => on.mark('seen')],
      ['s', (on) => on.toggleFlags()],
      ['e', (on) => on.archive()],
      ['v', (on) => on.askMove()],
      ['r', (on) => on.answer(answer)],
      ['a', (on) => on.answer('replyAll')],
      ['f', (on) => on.answer('forward')],
    ]
    const act = acts.find(([key]) => key === event.key)?.[1]
    // A key that is held down must not take one mail after the other.
    if (act === undefined || event.repeat) return
    event.preventDefault()
    const mails = await meant(event.target)
    if (mails !== null) act(commands.commandsOn(() => mails))
  })

  useEffect(() => {
    const listen = (event: KeyboardEvent) => void handleKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
