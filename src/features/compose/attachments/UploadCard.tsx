/** A file on its way to the gateway, or one whose page was left before it was there. */
import { useTranslation } from 'react-i18next'
import { fileSize } from '#src/components/text/fileSize'
import { useAppDispatch } from '#src/store/typed'
import { AttachmentCard } from './AttachmentCard'
import { retryUpload, stopUpload } from './runningUploads'
import type { Upload } from './upload'

type Props = {
  composerKey: string
  upload: Upload
  /** Asks the person for the file. */
  onChoose: () => void
}

export function UploadCard({ composerKey, upload, onChoose }: Props) {
  const { t, i18n } = useTranslation(['compose', 'errors'])
  const dispatch = useAppDispatch()
  const { id, name, sent, code, needsFile } = upload
  const size = (bytes: number) => fileSize(bytes, i18n.language)
  const shared = {
    name,
    onRemove: () => void dispatch(stopUpload(composerKey, id)),
    removeLabel: t(needsFile ? 'files.remove' : 'files.cancel', { name }),
  }
  if (needsFile)
    return (
      <AttachmentCard
        {...shared}
        detail={size(upload.size)}
        state="left"
        fault={{ words: t('files.notWhole'), wayOn: t('files.choose'), onGoOn: onChoose }}
      />
    )
  return (
    <AttachmentCard
      {...shared}
      detail={t('files.progress', { sent: size(sent), size: size(upload.size) })}
      state={upload.size === 0 ? 1 : sent / upload.size}
      fault={
        code === null
          ? null
          : {
              words: t(`errors:${code}`),
              wayOn: t('common:retry'),
              onGoOn: () => void dispatch(retryUpload(composerKey, id)),
            }
      }
    />
  )
}
