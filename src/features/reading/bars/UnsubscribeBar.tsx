import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type UnsubscribeWays, unsubscribeWays } from '#contract/mail/unsubscribeWays'
import type { Mail } from '#contract/shapes'
import { Button } from '#src/components/button/Button'
import { Dialog } from '#src/components/dialog/Dialog'
import { ErrorNote } from '#src/components/state/ErrorNote'
import { pathToWrite } from '#src/store/routes/pathTo'
import { useServices } from '#src/store/servicesContext'
import { readStoredUsername } from '#src/store/session/storedSession'
import { useWrite } from '#src/store/shell/useWrite'
import { useAppDispatch } from '#src/store/typed'
import { draftLeaving, leaveByRequest, mailtoFields } from './leaveList'
import { hasUnsubscribed, rememberUnsubscribed } from './unsubscribed'

type Way =
  | { readonly kind: 'request'; readonly host: string }
  | { readonly kind: 'mail'; readonly mailto: string }
  | { readonly kind: 'page'; readonly page: string; readonly host: string }

/** The ways out that the sender takes, the least trouble first. */
function waysOf({ oneClick, mailto, page }: UnsubscribeWays): readonly Way[] {
  return [
    ...(oneClick === null ? [] : [{ kind: 'request', host: new URL(oneClick).hostname } as const]),
    ...(mailto === null ? [] : [{ kind: 'mail', mailto } as const]),
    ...(page === null ? [] : [{ kind: 'page', page, host: new URL(page).hostname } as const]),
  ]
}

/** For mail of a list: the way out, taken only after a question, and once. */
export function UnsubscribeBar({ mail }: { mail: Mail }) {
  const { t } = useTranslation('reading')
  const { stored } = useServices()
  const [isLeft, setLeft] = useState(() => hasUnsubscribed(stored, mail.from.address))
  const [isAsking, setAsking] = useState(false)
  const ways = waysOf(unsubscribeWays(mail.headers ?? []))
  if (ways.length === 0 || mail.folder === 'sent' || mail.folder === 'draft') return null

  function handleDone() {
    // Signed out while the request was on its way: what was this user's stays forgotten (TRUST S18).
    if (readStoredUsername(stored) !== null) rememberUnsubscribed(stored, mail.from.address)
    setLeft(true)
    setAsking(false)
  }

  return (
    <div className="reading-bar reading-bar-quiet">
      <span role="status">{t(isLeft ? 'listLeft' : 'mailingList')}</span>
      {!isLeft && (
        <button type="button" className="ep-link reading-bar-action" onClick={() => setAsking(true)}>
          {t('unsubscribe')}
        </button>
      )}
      {isAsking && <LeaveDialog mail={mail} ways={ways} onDone={handleDone} onClose={() => setAsking(false)} />}
    </div>
  )
}

type DialogProps = { mail: Mail; ways: readonly Way[]; onDone: () => void; onClose: () => void }

const confirmWords = { request: 'unsubscribe', mail: 'makeDraft', page: 'openPage' } as const

function LeaveDialog({ mail, ways, onDone, onClose }: DialogProps) {
  const { t } = useTranslation('reading')
  const dispatch = useAppDispatch()
  const { write } = useWrite()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [tried, setTried] = useState(0)
  const way = ways[tried]
  if (way === undefined) return null

  function handleOther() {
    setTried(tried + 1)
    setFailure(null)
  }

  async function leave(way: Way) {
    if (way.kind === 'page') {
      window.open(way.page, '_blank', 'noopener,noreferrer')
      onDone()
      return
    }
    setBusy(true)
    setFailure(null)
    if (way.kind === 'request') {
      const result = await dispatch(leaveByRequest(mail.id))
      setBusy(false)
      if (result.ok) onDone()
      else setFailure(result.code)
      return
    }
    const result = await dispatch(draftLeaving(way.mailto))
    setBusy(false)
    if (!result.ok) {
      setFailure(result.code)
      return
    }
    onDone()
    write(pathToWrite('draft', { mode: 'draft', id: result.draftId }))
  }

  return (
    <Dialog
      title={t('unsubscribeTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          {failure !== null && tried + 1 < ways.length && (
            <Button onClick={handleOther}>{t('unsubscribeOther')}</Button>
          )}
          <Button tone="primary" disabled={isBusy} onClick={() => void leave(way)}>
            {t(confirmWords[way.kind])}
          </Button>
        </>
      }
    >
      <p>
        {way.kind === 'request' && t('unsubscribeByRequest', { host: way.host })}
        {way.kind === 'mail' && t('unsubscribeByMail', { address: mailtoFields(way.mailto).to })}
        {way.kind === 'page' && t('unsubscribeOnPage', { host: way.host })}
      </p>
      {failure !== null && <ErrorNote message={`errors:${failure}`} />}
    </Dialog>
  )
}
