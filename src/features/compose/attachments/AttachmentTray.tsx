/** The mail's files: those the gateway has and those on their way. */
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPiece } from '#src/components/lazy/lazyPiece'
import { fileSize } from '#src/components/text/fileSize'
import { useAppDispatch } from '#src/store/typed'
import type { Composer } from '../composer'
import type { TextHandle } from '../useWriting'
import { AttachmentCard } from './AttachmentCard'
import { removeAttachment } from './attachFiles'
import { UploadCard } from './UploadCard'

const UploadAnnouncer = lazyPiece(async () => (await import('./UploadAnnouncer')).UploadAnnouncer, 'nothing')

const FilesAsLinks = lazyPiece(async () => (await import('./FilesAsLinks')).FilesAsLinks, 'nothing')

type Props = {
  composer: Composer
  text: RefObject<TextHandle>
  /** What asks the person for files. */
  picker: RefObject<HTMLInputElement | null>
  onFiles: (files: readonly File[]) => void
  fault: string | null
}

export function AttachmentTray({ composer, text, picker, onFiles, fault }: Props) {
  const { t, i18n } = useTranslation(['compose', 'errors'])
  const dispatch = useAppDispatch()
  const { key, content, uploads } = composer
  // Pictures of the text stand there.
  const files = content.attachments.filter(({ cid }) => cid === undefined)
  const over = composer.fault?.over
  const size = (bytes: number) => fileSize(bytes, i18n.language)

  return (
    <fieldset className="compose-files" aria-label={t('files.label')}>
      <ul className="compose-file-list">
        {files.map((attachment) => (
          <AttachmentCard
            key={attachment.attachmentId}
            name={attachment.name}
            detail={size(attachment.size)}
            state="done"
            onRemove={() => dispatch(removeAttachment(key, attachment.attachmentId))}
            removeLabel={t('files.remove', { name: attachment.name })}
          />
        ))}
        {uploads.map((upload) => (
          <UploadCard key={upload.id} composerKey={key} upload={upload} onChoose={() => picker.current?.click()} />
        ))}
      </ul>
      <input
        ref={picker}
        type="file"
        multiple
        className="visually-hidden"
        tabIndex={-1}
        aria-label={t('files.pick')}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          // The same file may be chosen again.
          event.target.value = ''
        }}
      />
      <UploadAnnouncer composer={composer} />
      {content.leftOut.length > 0 && (
        <p className="compose-hint-text" role="status">
          {t('files.leftOut', { names: content.leftOut.join(' · '), count: content.leftOut.length })}
        </p>
      )}
      {fault !== null && (
        <p className="compose-fault" role="alert" id={`${key}-files-fault`}>
          {fault}
        </p>
      )}
      {over !== undefined && (
        <p className="compose-hint-text" role="alert">
          {t('files.overRoom', { size: size(over.size), room: size(over.room) })} {t('files.overAdvice')}
        </p>
      )}
      {(over !== undefined || uploads.some(({ asLink }) => asLink)) && <FilesAsLinks composer={composer} text={text} />}
    </fieldset>
  )
}
