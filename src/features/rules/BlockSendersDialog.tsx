import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { advancedSearch } from '#contract/endpoints/mail/mail'
import { addressKey, readableAddress } from '#contract/mail/domainSpelling'
import { coversEntry } from '#contract/mail/senderEntries'
import type { MailSummary } from '#contract/shapes'
import { Button } from '../../components/button/Button'
import { Dialog } from '../../components/dialog/Dialog'
import { say } from '../../store/ask'
import { decideAboutSenders } from '../../store/mail/senderDecisions'
import type { OverlayData } from '../../store/shell/overlays'
import { type AppThunk, useAppDispatch } from '../../store/typed'
import { moveRows } from '../mailbox'

type Props = OverlayData['blockSenders'] & { onClose: () => void }

/** Pages of a search, and messages of each, that are looked through for an entry. */
const [pages, pageSize] = [5, 200]
/** Where messages lie that are not deleted along: written here, or deleted already. */
const leftAlone: readonly string[] = ['deleted', 'sent', 'draft', 'scheduled', 'outbox']

/** Milliseconds before a search that still goes on is asked again. */
const askAgainMs = 500

type Found = { readonly messages: readonly MailSummary[]; readonly isWhole: boolean }
const nothing: Found = { messages: [], isWhole: false }

/** The newest messages of these senders, and false where a search failed, which is said. */
function findMessages(
  entries: readonly string[],
  signal: AbortSignal,
  onFound: (found: Found) => void,
): AppThunk<Promise<boolean>> {
  return async (dispatch, _getState, { call }) => {
    const found = new Map<string, MailSummary>()
    for (const entry of entries.map(addressKey))
      for (let page = 1; page <= pages; ) {
        const outcome = await call(advancedSearch, { from: entry.slice(0, 200), page, pageSize }, { signal })
        if (signal.aborted) return true
        if (!outcome.ok) {
          dispatch(say(outcome))
          return false
        }
        const { list, total, goesOn } = outcome.value
        for (const mail of list)
          if (coversEntry(entry, addressKey(mail.from.address)) && !leftAlone.includes(mail.folder))
            found.set(mail.id, mail)
        onFound({ messages: [...found.values()], isWhole: false })
        if (goesOn === true) await new Promise((resolve) => setTimeout(resolve, askAgainMs))
        else if (total <= page * pageSize) break
        else page += 1
        if (signal.aborted) return true
      }
    onFound({ messages: [...found.values()], isWhole: true })
    return true
  }
}

/** Asks before senders are blocked, and whether their messages are deleted along. */
export function BlockSendersDialog({ ids, decision, entries, onClose }: Props) {
  const { t } = useTranslation(['rules', 'common', 'search'])
  const dispatch = useAppDispatch()
  const [{ messages, isWhole }, setFound] = useState(nothing)
  const [isDeleting, setDeleting] = useState(false)
  useEffect(() => {
    if (!isDeleting) return
    const stop = new AbortController()
    setFound(nothing)
    // To ask again is to tick again.
    void dispatch(findMessages(entries, stop.signal, setFound)).then((isFound) => isFound || setDeleting(false))
    return () => stop.abort()
  }, [dispatch, entries, isDeleting])
  const progress = t(isWhole ? 'search:found' : 'search:goesOn', { count: messages.length })

  async function handleBlock() {
    onClose()
    // Blocked first, since what is moved may have another id; said last, for its Undo.
    const next = isDeleting && messages.length > 0 ? () => dispatch(moveRows(messages, 'deleted')) : undefined
    await dispatch(decideAboutSenders(ids, decision, next))
  }

  return (
    <Dialog
      title={t(`rules:${decision}Title`)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button
            tone="danger"
            disabledReason={isDeleting && !isWhole ? progress : undefined}
            onClick={() => void handleBlock()}
          >
            {t(`rules:${decision}`)}
          </Button>
        </>
      }
    >
      <p>{t(`rules:${decision}Question`, { entries: entries.map(readableAddress).join(', ') })}</p>
      <label className="rules-check">
        <input type="checkbox" checked={isDeleting} onChange={(event) => setDeleting(event.target.checked)} />
        {t('rules:alsoDelete')}
      </label>
      <p role="status">{isDeleting && progress}</p>
    </Dialog>
  )
}
