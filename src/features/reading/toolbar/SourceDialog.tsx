import { useTranslation } from 'react-i18next'
import { mailSource } from '#contract/endpoints/mail/reading'
import type { Mail } from '#contract/shapes'
import { Button } from '#src/components/button/Button'
import { Dialog } from '#src/components/dialog/Dialog'
import { ErrorNote } from '#src/components/state/ErrorNote'
import { fileSize } from '#src/components/text/fileSize'
import { useReply } from '#src/store/ask'
import './sourceDialog.css'

type Props = { mail: Mail; downloadLink: string | undefined; onClose: () => void }

/** The header as it was read, then the message as it was sent. */
export function SourceDialog({ mail, downloadLink, onClose }: Props) {
  const { t } = useTranslation('reading')
  // A name may stand there more than once.
  const fields = (mail.headers ?? []).map((field, at) => ({ ...field, key: String(at) }))
  return (
    <Dialog
      id="reading-source"
      title={t('viewSource')}
      onClose={onClose}
      actions={
        <>
          <a className="ep-button" href={downloadLink} download>
            {t('downloadEml')}
          </a>
          <Button tone="primary" onClick={onClose}>
            {t('close')}
          </Button>
        </>
      }
    >
      <dl className="reading-headers">
        {fields.map(({ key, name, value }) => (
          <div key={key}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <Source id={mail.id} />
    </Dialog>
  )
}

function Source({ id }: { id: string }) {
  const { t, i18n } = useTranslation('reading')
  const answer = useReply(mailSource, { id })
  if (answer.state === 'waiting') return <p role="status">{t('sourceLoading')}</p>
  if (answer.state === 'failed') return <ErrorNote message={`errors:${answer.code}`} onRetry={answer.retry} />
  const { source, shown, size } = answer.reply
  return (
    <>
      {shown < size && (
        <p>{t('sourceCut', { shown: fileSize(shown, i18n.language), size: fileSize(size, i18n.language) })}</p>
      )}
      <textarea
        className="reading-source"
        readOnly
        aria-label={t('source')}
        value={source}
        spellCheck={false}
        wrap="off"
        dir="ltr"
      />
    </>
  )
}
