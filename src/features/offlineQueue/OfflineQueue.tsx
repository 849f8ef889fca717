/** Says above every page what waits in this browser to be sent, and what came of it. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../../components/state/bar.css'
import { OfflineQueueDialog } from './OfflineQueueDialog'
import { useOfflineQueue } from './useOfflineQueue'
import './offlineQueue.css'

export function OfflineQueue() {
  // Beside the page, which does not wait for its words.
  const { t, ready } = useTranslation(['outbox', 'common'], { useSuspense: false })
  const { mails, isReachable, retry, edit, discard } = useOfflineQueue()
  const [isOpen, setOpen] = useState(false)
  const refused = mails.filter((mail) => mail.refused !== null).length
  const waiting = mails.length - refused
  const isShown = ready && mails.length > 0
  // Of a network that is away the queue says so only where something waits for it.
  const isBar = isShown && (isReachable || waiting > 0)
  return (
    <>
      <div role="status">
        {isBar && (
          <p className={`ep-bar ep-bar-queue ${isReachable ? '' : 'ep-bar-warning'}`}>
            {waiting > 0 && <span>{t(isReachable ? 'outbox:going' : 'outbox:waiting', { count: waiting })}</span>}
            {refused > 0 && <span>{t('outbox:refused', { count: refused })}</span>}
            <button type="button" className="ep-link" aria-haspopup="dialog" onClick={() => setOpen(true)}>
              {t('outbox:open')}
            </button>
            {!isReachable && (
              <button type="button" className="ep-link" onClick={retry}>
                {t('common:retry')}
              </button>
            )}
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
