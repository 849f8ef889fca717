import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { ErrorNote } from '../../../components/ErrorNote'
import type { Mail } from '../../../contract/shapes'
import { type UnsubscribeWays, unsubscribeWays } from '../../../contract/unsubscribeWays'
import { pathToWrite } from '../../../store/pathTo'
import { useServices } from '../../../store/servicesContext'
import { useAppDispatch } from '../../../store/typed'
import { draftLeaving, leaveByRequest, readMailto } from '../leaveList'
import { hasUnsubscribed, rememberUnsubscribed } from '../unsubscribed'

type Way =
  | { readonly kind: 'request'; readonly host: string }
  | { readonly kind: 'mail'; readonly mailto: string }
  | { readonly kind: 'page'; readonly page: string; readonly host: string }

function bestWay({ oneClick, mailto, page }: UnsubscribeWays): Way | null {
  if (oneClick !== null) return { kind: 'request', host: new URL(oneClick).hostname }
  if (mailto !== null) return { kind: 'mail', mailto }
  return page === null ? null : { kind: 'page', page, host: new URL(page).hostname }
}

/** For mail of a list: the way out, taken only after a question, and once. */
export function UnsubscribeBar({ mail }: { mail: Mail }) {
  const { t } = useTranslation('reading')
  const { stored } = useServices()
  const [isLeft, setLeft] = useState(() => hasUnsubscribed(stored, mail.from.address))
  const [isAsking, setAsking] = useState(false)
  const way = bestWay(unsubscribeWays(mail.headers ?? []))
  if (way === null || mail.folder === 'sent' || mail.folder === 'draft') return null

  function handleDone() {
    rememberUnsubscribed(stored, mail.from.address)
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
      {isAsking && <LeaveDialog mail={mail} way={way} onDone={handleDone} onClose={() => setAsking(false)} />}
    </div>
  )
}

type DialogProps = { mail: Mail; way: Way; onDone: () => void; onClose: () => void }

const confirmWords = { request: 'unsubscribe', mail: 'makeDraft', page: 'openPage' } as const

function LeaveDialog({ mail, way, onDone, onClose }: DialogProps) {
  const { t } = useTranslation('reading')
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function leave() {
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
    void navigate(pathToWrite('draft', { mode: 'draft', id: result.draftId }))
  }

  return (
    <Dialog
      title={t('unsubscribeTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button tone="primary" disabled={isBusy} onClick={() => void leave()}>
            {t(confirmWords[way.kind])}
          </Button>
        </>
      }
    >
      <p>
        {way.kind === 'request' && t('unsubscribeByRequest', { host: way.host })}
        {way.kind === 'mail' && t('unsubscribeByMail', { address: readMailto(way.mailto).to })}
        {way.kind === 'page' && t('unsubscribeOnPage', { host: way.host })}
      </p>
      {failure !== null && <ErrorNote message={`errors:${failure}`} />}
    </Dialog>
  )
}
