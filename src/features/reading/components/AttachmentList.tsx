import FileOutlined from '@ant-design/icons/es/icons/FileOutlined'
import { useTranslation } from 'react-i18next'
import { plainName } from '../../../components/AddressText'
import { fileSize } from '../../../components/fileSize'
import type { Attachment } from '../../../contract/shapes'
import type { MailLinks } from '../hooks/useMailLinks'
import './attachmentList.css'

/** The ending of a file's name, for its tile. */
function endingOf(name: string): string {
  return /\.([A-Za-z0-9]{1,4})$/.exec(name)?.[1]?.toUpperCase() ?? ''
}

export function AttachmentList({
  attachments,
  links,
}: {
  attachments: readonly Attachment[]
  links: MailLinks | null
}) {
  const { t, i18n } = useTranslation('reading')
  if (attachments.length === 0) return null
  const total = attachments.reduce((sum, attachment) => sum + attachment.size, 0)
  return (
    <section className="reading-files" aria-label={t('attachments')}>
      <h2 className="reading-files-title">
        {t('attachmentCount', { count: attachments.length, size: fileSize(total, i18n.language) })}
      </h2>
      <ul className="reading-files-list">
        {attachments.map((attachment) => {
          const name = plainName(attachment.name) || t('unnamed')
          const ending = endingOf(name)
          return (
            <li key={attachment.part} className="reading-file">
              <span className="reading-file-tile" data-ending={ending} aria-hidden="true">
                {ending || <FileOutlined />}
              </span>
              <span className="reading-file-text">
                <bdi className="reading-file-name" title={name}>
                  {name}
                </bdi>
                <span className="reading-file-meta">
                  {fileSize(attachment.size, i18n.language)}
                  {' · '}
                  <a
                    className="ep-link"
                    href={links?.part(attachment)}
                    download={name}
                    aria-label={t('downloadNamed', { name })}
                  >
                    {t('download')}
                  </a>
                </span>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
