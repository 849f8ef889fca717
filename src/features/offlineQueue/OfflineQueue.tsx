/** Says above every page what waits in this browser to be sent, and what came of it. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OfflineQueueDialog } from './OfflineQueueDialog'
import { useOfflineQueue } from './useOfflineQueue'
import './offlineQueue.css'

export function OfflineQueue() {
  // Beside the page, which does not wait for its words.
  const { t, ready } = useTranslation('outbox', { useSuspense: false })
  const { mails, isReachable, edit, discard } = useOfflineQueue()
  const [isOpen, setOpen] = useState(false)
  const refused = mails.filter((mail) => mail.refused !== null).length
  const waiting = mails.length - refused
  const isShown = ready && mails.length > 0
  return (
    <>
      <div role="status">
        {isShown && (
          <p className="outbox-strip">
            {waiting > 0 && <span>{t(isReachable ? 'going' : 'waiting', { count: waiting })}</span>}
            {refused > 0 && <span>{t('refused', { count: refused })}</span>}
            <button type="button" className="ep-link" aria-haspopup="dialog" onClick={() => setOpen(true)}>
              {t('open')}
            </button>
          </p>
        )}
      </div>
      {isShown && isOpen && (
        <OfflineQueueDialog
          mails={mails}
          onEdit={(key) => {
            setOpen(false)
            void edit(key)
          }}
          onDiscard={discard}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
