import { useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { useTicket } from '#src/store/session/useTicket'
import { selectSettingsStatus } from '#src/store/settings/settings'
import { loadSettings } from '#src/store/settings/settingsThunks'
import { useAccountDates } from '#src/store/settings/useAccountSettings'
import { useAppDispatch, useAppSelector } from '#src/store/typed'
import { lazyPiece } from '../../components/lazy/lazyPiece'
import { ErrorNote } from '../../components/state/ErrorNote'
import { Skeleton } from '../../components/state/Skeleton'
import { plainName } from '../../components/text/AddressText'
import type { Mail } from '../../contract/shapes'
import { MailDetails, MailText, useMailLinks, useOpenMail } from '../reading'
import './printPage.css'

const PrintBar = lazyPiece(async () => (await import('./PrintBar')).PrintBar, 'nothing')
const PrintGone = lazyPiece(async () => (await import('./PrintBar')).PrintGone)

/** A mail as it goes on paper: its header once, all of its text, the names of its files. */
export function PrintPage() {
  const { mail, failure, retry } = useOpenMail()
  const dispatch = useAppDispatch()
  // Before it is printed, whenever the rest of the app comes.
  useAccountDates()
  const areSettingsUnknown = useAppSelector(selectSettingsStatus) === 'asked'
  useEffect(() => {
    // The desk asks for them, which is not around this page.
    if (areSettingsUnknown) void dispatch(loadSettings())
  }, [dispatch, areSettingsUnknown])
  if (mail !== undefined && !areSettingsUnknown) return <Sheet mail={mail} />
  return (
    <main className="print-page">
      {failure === 'notFound' ? (
        <PrintGone />
      ) : failure !== undefined ? (
        <ErrorNote message={`errors:${failure}`} onRetry={retry} />
      ) : (
        <Skeleton lines={8} />
      )}
    </main>
  )
}

function Sheet({ mail }: { mail: Mail }) {
  const { t } = useTranslation(['print', 'reading'])
  const [query] = useSearchParams()
  const links = useMailLinks(mail, useTicket())
  const isPrinted = useRef(false)
  const handleReady = useCallback(() => {
    // A picture that comes late must not open the dialog once more.
    if (isPrinted.current) return
    isPrinted.current = true
    window.print()
  }, [])
  const files = mail.attachments.filter((attachment) => !attachment.inline || mail.html === undefined)
  const names = files.map(({ name }) => plainName(name) || t('reading:unnamed')).join(t('reading:listSeparator'))
  return (
    <div className="print-page">
      <header className="print-bar">
        <PrintBar />
      </header>
      <main className="print">
        <h1 className="print-subject">
          <bdi>{plainName(mail.subject).trim() || t('reading:noSubject')}</bdi>
        </h1>
        <MailDetails mail={mail} isOnPaper />
        {links === null ? (
          <Skeleton lines={6} />
        ) : (
          <MailText mail={mail} links={links} areImagesShown={query.get('images') === '1'} onReady={handleReady} />
        )}
        {files.length > 0 && <p className="print-files">{t('print:attachments', { count: files.length, names })}</p>}
      </main>
    </div>
  )
}
