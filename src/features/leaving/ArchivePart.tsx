/** The archive of everything: asked for, watched while it is made, fetched, deleted. */
import Alert from 'antd/es/alert'
import Button from 'antd/es/button'
import Checkbox from 'antd/es/checkbox'
import Radio from 'antd/es/radio'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '#contract/endpoint'
import {
  accountArchive,
  downloadAccountArchive,
  dropAccountArchive,
  startAccountArchive,
} from '#contract/endpoints/account/leaving'
import { downloadTicket } from '#contract/endpoints/mail/reading'
import { leavingLimits, type MessageFormat, messageFormats } from '#contract/leaving/leavingRules'
import { Answered } from '#src/components/antd/AntdPage'
import { lazyPiece } from '#src/components/lazy/lazyPiece'
import { fileSize } from '#src/components/text/fileSize'
import { minuteDate } from '#src/components/text/mailDate'
import { ask, usePolling, useReply } from '#src/store/ask'
import { loadChunk } from '#src/store/loadChunk'
import { selectLanguage } from '#src/store/settings/preferences'
import { type AppThunk, useAppDispatch, useAppSelector } from '#src/store/typed'

const Progress = lazyPiece(async () => (await import('antd/es/progress')).default, 'nothing')

type Archive = Reply<typeof accountArchive>

/** Milliseconds between two looks at how far it is. */
const pollMs = 1_500

/** By a ticket of its own: the link is good for a while, and for this session alone. */
function fetchArchive(id: string): AppThunk<Promise<void>> {
  return async (dispatch, _getState, { linkTo }) => {
    const ticket = await dispatch(ask(downloadTicket, {}))
    const part = ticket && (await dispatch(loadChunk(() => import('../transfer'))))
    if (part) part.startDownload(linkTo(downloadAccountArchive, { sid: ticket.sid, id }))
  }
}

export function ArchivePart() {
  const { t } = useTranslation('leaving')
  const answer = useReply(accountArchive, {})
  usePolling(answer, answer.last?.state === 'running', pollMs)
  return (
    <section aria-labelledby="leaving-archive">
      <h2 id="leaving-archive">{t('archive.title')}</h2>
      <p className="leaving-quiet">{t('archive.hint', { days: leavingLimits.archiveMs / 86_400_000 })}</p>
      <Answered answer={answer} keepsLast lines={3}>
        {(archive) => (
          <>
            <ArchiveState archive={archive} onChanged={answer.replace} />
            {archive.state !== 'running' && (
              <NewArchive isAnother={archive.state === 'ready'} onBegun={answer.replace} />
            )}
          </>
        )}
      </Answered>
    </section>
  )
}

type StateProps = { archive: Archive; onChanged: (archive: Archive) => void }

function ArchiveState({ archive: { state, id, done, total, size, expiresAt, reason }, onChanged }: StateProps) {
  const { t, i18n } = useTranslation(['leaving', 'errors'])
  const dispatch = useAppDispatch()
  const [isBusy, setBusy] = useState(false)
  const until = expiresAt === null ? '' : minuteDate(expiresAt, i18n.language)

  async function handleDrop() {
    setBusy(true)
    const left = await dispatch(ask(dropAccountArchive, {}))
    setBusy(false)
    if (left !== null) onChanged(left)
  }

  if (state === 'none') return null
  if (state === 'expired') return <Alert type="info" showIcon title={t('leaving:archive.expired', { until })} />
  if (state === 'failed')
    return <Alert type="error" showIcon title={t('leaving:archive.failed')} description={t(`errors:${reason}`)} />
  if (state === 'running')
    return (
      <div className="leaving-running">
        <p role="status">{t('leaving:archive.running', { done, total })}</p>
        <Progress percent={total === 0 ? 0 : Math.min(99, Math.floor((done / total) * 100))} aria-hidden />
        <Button loading={isBusy} onClick={() => void handleDrop()}>
          {t('leaving:archive.cancel')}
        </Button>
      </div>
    )
  return (
    <Alert
      type="success"
      showIcon
      title={t('leaving:archive.ready', { size: fileSize(size ?? 0, i18n.language) })}
      description={
        <>
          <p>{t('leaving:archive.until', { until })}</p>
          <div className="leaving-actions">
            <Button type="primary" onClick={() => void dispatch(fetchArchive(id))}>
              {t('leaving:archive.download')}
            </Button>
            <Button loading={isBusy} onClick={() => void handleDrop()}>
              {t('leaving:archive.remove')}
            </Button>
          </div>
        </>
      }
    />
  )
}

type NewProps = { isAnother: boolean; onBegun: (archive: Archive) => void }

function NewArchive({ isAnother, onBegun }: NewProps) {
  const { t } = useTranslation('leaving')
  const dispatch = useAppDispatch()
  const language = useAppSelector(selectLanguage)
  const [format, setFormat] = useState<MessageFormat>('mbox')
  const [hasFiles, setHasFiles] = useState(true)
  const [isBusy, setBusy] = useState(false)

  async function handleStart() {
    if (isBusy) return
    setBusy(true)
    const begun = await dispatch(ask(startAccountArchive, { format, files: hasFiles, language }))
    setBusy(false)
    if (begun !== null) onBegun(begun)
  }

  return (
    <div className="leaving-new">
      <h3 id="leaving-format">{t('archive.format')}</h3>
      <Radio.Group
        vertical
        aria-labelledby="leaving-format"
        value={format}
        onChange={(event) => setFormat(event.target.value)}
        options={messageFormats.map((value) => ({ value, label: t(`archive.${value}`) }))}
      />
      <Checkbox checked={hasFiles} onChange={(event) => setHasFiles(event.target.checked)}>
        {t('archive.files')}
      </Checkbox>
      <div className="leaving-actions">
        <Button type={isAnother ? 'default' : 'primary'} loading={isBusy} onClick={() => void handleStart()}>
          {t(isAnother ? 'archive.again' : 'archive.start')}
        </Button>
      </div>
    </div>
  )
}
