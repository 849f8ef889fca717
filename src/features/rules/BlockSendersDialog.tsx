import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { advancedSearch } from '#contract/endpoints/mail/mail'
import { addressKey, readableAddress } from '#contract/mail/domainSpelling'
import { coversEntry } from '#contract/mail/senderEntries'
import type { MailSummary } from '#contract/shapes'
import { Button } from '../../components/button/Button'
import { Dialog } from '../../components/dialog/Dialog'
import { decideAboutSenders } from '../../store/mail/senderDecisions'
import type { OverlayData } from '../../store/shell/overlays'
import { type AppThunk, useAppDispatch } from '../../store/typed'
import { moveRows } from '../mailbox'

type Props = OverlayData['blockSenders'] & { onClose: () => void }

/** Pages of a search, and messages of each, that are looked through for an entry. */
const [pages, pageSize] = [5, 200]
/** Where messages lie that are not deleted along: written here, or deleted already. */
const leftAlone: readonly string[] = ['deleted', 'sent', 'draft', 'scheduled', 'outbox']

/** The newest messages of these senders; a search finds words, and so others as well. */
function findMessages(entries: readonly string[]): AppThunk<Promise<readonly MailSummary[]>> {
  return async (_dispatch, _getState, { call }) => {
    const found = new Map<string, MailSummary>()
    for (const entry of entries.map(addressKey))
      for (let page = 1; page <= pages; page += 1) {
        const outcome = await call(advancedSearch, { from: entry.slice(0, 200), page, pageSize })
        if (!outcome.ok) break
        for (const mail of outcome.value.list)
          if (coversEntry(entry, addressKey(mail.from.address)) && !leftAlone.includes(mail.folder))
            found.set(mail.id, mail)
        if (outcome.value.total <= page * pageSize) break
      }
    return [...found.values()]
  }
}

/** Asks before senders are blocked, and whether their messages are deleted along. */
export function BlockSendersDialog({ ids, decision, entries, onClose }: Props) {
  const { t } = useTranslation(['rules', 'common'])
  const dispatch = useAppDispatch()
  const [messages, setMessages] = useState<readonly MailSummary[]>([])
  const [isDeleting, setDeleting] = useState(false)
  useEffect(() => {
    let isOpen = true
    void dispatch(findMessages(entries)).then((found) => isOpen && setMessages(found))
    return () => {
      isOpen = false
    }
  }, [dispatch, entries])

  async function handleBlock() {
    onClose()
    // Blocked first, since what is moved may have another id; said last, for its Undo.
    const next = isDeleting ? () => dispatch(moveRows(messages, 'deleted')) : undefined
    await dispatch(decideAboutSenders(ids, decision, next))
  }

  return (
    <Dialog
      title={t(`rules:${decision}Title`)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button tone="danger" onClick={() => void handleBlock()}>
            {t(`rules:${decision}`)}
          </Button>
        </>
      }
    >
      <p>{t(`rules:${decision}Question`, { entries: entries.map(readableAddress).join(', ') })}</p>
      {messages.length > 0 && (
        <label className="rules-check">
          <input type="checkbox" checked={isDeleting} onChange={(event) => setDeleting(event.target.checked)} />
          {t('rules:alsoDelete', { count: messages.length })}
        </label>
      )}
    </Dialog>
  )
}
