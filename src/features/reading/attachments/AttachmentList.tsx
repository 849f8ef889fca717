import FileOutlined from '@ant-design/icons/es/icons/FileOutlined'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { previewKind } from '#contract/mail/previews'
import type { Attachment } from '#contract/shapes'
import { lazyDialog } from '#src/components/lazy/lazyDialog'
import { plainName } from '#src/components/text/AddressText'
import { fileSize } from '#src/components/text/fileSize'
import type { MailLinks } from '../useMailLinks'
import './attachmentList.css'

const AttachmentSaver = lazyDialog(async () => (await import('../../files')).AttachmentSaver)
const PreviewDialog = lazyDialog(async () => (await import('./PreviewDialog')).PreviewDialog)

/** The ending of a file's name, for its tile. */
function endingOf(name: string): string {
  return /\.([A-Za-z0-9]{1,4})$/.exec(name)?.[1]?.toUpperCase() ?? ''
}

type Props = { mailId: string; attachments: readonly Attachment[]; links: MailLinks | null }

export function AttachmentList({ mailId, attachments, links }: Props) {
  const { t, i18n } = useTranslation('reading')
  const [shown, setShown] = useState<Attachment | null>(null)
  /** Those that are about to be saved to My files. */
  const [saved, setSaved] = useState<readonly Attachment[]>([])
  if (attachments.length === 0) return null
  const total = attachments.reduce((sum, attachment) => sum + attachment.size, 0)
  return (
    <section className="reading-files" aria-label={t('attachments')}>
      <div className="reading-files-head">
        <h2 className="reading-files-title">
          {t('attachmentCount', { count: attachments.length, size: fileSize(total, i18n.language) })}
        </h2>
        {attachments.length > 1 && (
          <a className="ep-link reading-files-all" href={links?.allParts} download>
            {t('downloadAll')}
          </a>
        )}
        {attachments.length > 1 && (
          <button
            type="button"
            className="ep-link reading-file-act reading-files-all"
            disabled={links === null}
            onClick={() => setSaved(attachments)}
          >
            {t('saveAllToFiles')}
          </button>
        )}
      </div>
      <ul className="reading-files-list">
        {attachments.map((attachment) => (
          <AttachmentRow
            key={attachment.part}
            attachment={attachment}
            links={links}
            onShow={() => setShown(attachment)}
            onSave={() => setSaved([attachment])}
          />
        ))}
      </ul>
      {saved.length > 0 && (
        <AttachmentSaver
          // The dialog of others may still be closing.
          key={saved.map(({ part }) => part).join()}
          mailId={mailId}
          parts={saved.map(({ part }) => part)}
          onClose={() => setSaved([])}
        />
      )}
      {shown !== null && links !== null && (
        <PreviewDialog
          mailId={mailId}
          attachment={shown}
          files={attachments.filter(({ type }) => previewKind(type) !== null)}
          links={links}
          onShow={setShown}
          onClose={() => setShown(null)}
        />
      )}
    </section>
  )
}

type RowProps = { attachment: Attachment; links: MailLinks | null; onShow: () => void; onSave: () => void }

function AttachmentRow({ attachment, links, onShow, onSave }: RowProps) {
  const { t, i18n } = useTranslation('reading')
  const name = plainName(attachment.name) || t('unnamed')
  const ending = endingOf(name)
  return (
    <li className="reading-file">
      <span className="reading-file-tile" data-ending={ending} aria-hidden="true">
        {ending || <FileOutlined />}
      </span>
      <span className="reading-file-text">
        <bdi className="reading-file-name" title={name}>
          {name}
        </bdi>
        <span className="reading-file-meta">
          {fileSize(attachment.size, i18n.language)}
          {previewKind(attachment.type) !== null && (
            <button
              type="button"
              className="ep-link reading-file-act"
              aria-label={t('previewNamed', { name })}
              disabled={links === null}
              onClick={onShow}
            >
              {t('preview')}
            </button>
          )}
          <a
            className="ep-link"
            href={links?.part(attachment)}
            download={name}
            aria-label={t('downloadNamed', { name })}
          >
            {t('download')}
          </a>
          <button
            type="button"
            className="ep-link reading-file-act"
            aria-label={t('saveNamedToFiles', { name })}
            disabled={links === null}
            onClick={onSave}
          >
            {t('saveToFiles')}
          </button>
        </span>
      </span>
    </li>
  )
}
