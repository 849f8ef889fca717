/** Files on their way: how far each is, and what is asked about its name. */
import Button from 'antd/es/button'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPiece } from '#src/components/lazy/lazyPiece'
import { fileSize } from '#src/components/text/fileSize'
import { useAppDispatch, useAppSelector } from '#src/store/typed'
import { type FileUpload, selectFiles } from './filesSlice'
import { dropUploads, findLeftUploads, retryFileUpload, storeUpload } from './fileUploads'

export const FileProgress = lazyPiece(async () => (await import('antd/es/progress')).default, 'nothing')

export function UploadPanel() {
  const { t } = useTranslation('files')
  const dispatch = useAppDispatch()
  const { uploads } = useAppSelector(selectFiles)
  useEffect(() => void dispatch(findLeftUploads()), [dispatch])
  if (uploads.length === 0) return null
  const done = uploads.filter(({ state }) => state === 'done')
  return (
    <section className="files-uploads" aria-label={t('uploads')}>
      <div className="files-uploads-head">
        <h2 aria-live="polite">{t('uploadsDone', { done: done.length, count: uploads.length })}</h2>
        {done.length > 0 && (
          <Button size="small" onClick={() => void dispatch(dropUploads(done.map(({ key }) => key)))}>
            {t('clearDone')}
          </Button>
        )}
      </div>
      <ul>
        {uploads.map((upload) => (
          <UploadLine key={upload.key} upload={upload} />
        ))}
      </ul>
    </section>
  )
}

function UploadLine({ upload }: { upload: FileUpload }) {
  const { t, i18n } = useTranslation(['files', 'errors'])
  const dispatch = useAppDispatch()
  const { key, name, size, sent, state, code, isHopeless } = upload
  const percent = state === 'done' ? 100 : size === 0 ? 0 : Math.floor((sent / size) * 100)
  const button = (label: string, act: () => unknown) => (
    <Button type="text" size="small" aria-label={t('uploadAct', { act: label, name })} onClick={() => void act()}>
      {label}
    </Button>
  )
  return (
    <li className="files-upload">
      <bdi className="files-upload-name" title={name}>
        {name}
      </bdi>
      <span className="files-upload-state">
        {state === 'failed' ? (
          <span className="antd-fault">{t(`errors:${code ?? 'operationFailed'}`)}</span>
        ) : state === 'asking' ? (
          t('errors:fileExists')
        ) : state === 'sending' ? (
          `${fileSize(sent, i18n.language)} / ${fileSize(size, i18n.language)}`
        ) : (
          t(`uploadStates.${state}`)
        )}
      </span>
      {state === 'sending' && (
        <span className="files-upload-bar">
          <FileProgress percent={percent} size="small" showInfo={false} aria-label={t('uploading', { name })} />
        </span>
      )}
      <span className="files-upload-acts">
        {state === 'asking' && button(t('keepBoth'), () => dispatch(storeUpload(key, 'number')))}
        {state === 'asking' && button(t('replace'), () => dispatch(storeUpload(key, 'replace')))}
        {state === 'failed' && !isHopeless && button(t('retry'), () => dispatch(retryFileUpload(key)))}
        {button(t(state === 'done' || isHopeless ? 'dismiss' : 'cancel'), () => dispatch(dropUploads([key])))}
      </span>
    </li>
  )
}
