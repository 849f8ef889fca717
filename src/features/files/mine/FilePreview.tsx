/** A file looked at in place: as what its bytes can safely be, never as a page (TRUST S9). */
import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined'
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined'
import Button from 'antd/es/button'
import Modal from 'antd/es/modal'
import { type SyntheticEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { downloadFile, fileText } from '#contract/endpoints/files/transfers'
import type { FileEntry } from '#contract/files/fileRules'
import { previewKind } from '#contract/mail/previews'
import { Answered } from '#src/components/antd/AntdPage'
import { lazyPiece } from '#src/components/lazy/lazyPiece'
import { Skeleton } from '#src/components/state/Skeleton'
import { useReply } from '#src/store/ask'
import { useServices } from '#src/store/servicesContext'
import { useTicket } from '#src/store/session/useTicket'
import './filePreview.css'

const PdfPreview = lazyPiece(async () => (await import('./PdfPreview')).PdfPreview)

type Props = {
  entry: FileEntry
  /** All of the page that can be looked at. */
  entries: readonly FileEntry[]
  onShow: (entry: FileEntry) => void
  onDownload: (entry: FileEntry) => void
  onClose: () => void
}

export function FilePreview({ entry, entries, onShow, onDownload, onClose }: Props) {
  const { t } = useTranslation(['files', 'common'])
  const sid = useTicket()
  const [isOpen, setIsOpen] = useState(true)
  const at = entries.findIndex(({ id }) => id === entry.id)
  const [before, after] = [entries[at - 1], entries[at + 1]]
  return (
    <Modal
      open={isOpen}
      title={<bdi>{entry.name}</bdi>}
      className="files-preview"
      width="min(960px, calc(100vw - 32px))"
      onCancel={() => setIsOpen(false)}
      afterClose={onClose}
      footer={
        <div className="files-preview-foot">
          <Button
            icon={<LeftOutlined aria-hidden />}
            aria-label={t('previousFile')}
            disabled={before === undefined}
            onClick={() => before !== undefined && onShow(before)}
          />
          <Button
            icon={<RightOutlined aria-hidden />}
            aria-label={t('nextFile')}
            disabled={after === undefined}
            onClick={() => after !== undefined && onShow(after)}
          />
          <span className="files-preview-gap" />
          <Button onClick={() => onDownload(entry)}>{t('download')}</Button>
          <Button type="primary" onClick={() => setIsOpen(false)}>
            {t('common:close')}
          </Button>
        </div>
      }
    >
      {sid === null ? <Skeleton lines={6} /> : <Preview key={entry.id} entry={entry} sid={sid} />}
    </Modal>
  )
}

function Preview({ entry: { id, name, type }, sid }: { entry: FileEntry; sid: string }) {
  const { linkTo } = useServices()
  const kind = previewKind(type)
  const newest = linkTo(downloadFile, { sid, id, inline: true })
  // A ticket that is renewed must not begin a film anew.
  const [link, setLink] = useState(newest)
  const resumeAt = useRef(0)
  const media = {
    src: link,
    controls: true,
    'aria-label': name,
    onError: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => {
      resumeAt.current = currentTarget.currentTime
      setLink(newest)
    },
    onLoadedMetadata: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => {
      if (resumeAt.current > 0) currentTarget.currentTime = resumeAt.current
    },
  }
  switch (kind) {
    case 'picture':
      return (
        <img
          className="files-preview-picture"
          src={link}
          alt={name}
          referrerPolicy="no-referrer"
          onError={() => setLink(newest)}
        />
      )
    case 'sound':
      return (
        <audio className="files-preview-sound" {...media}>
          <track kind="captions" />
        </audio>
      )
    case 'film':
      return (
        <video className="files-preview-picture" {...media}>
          <track kind="captions" />
        </video>
      )
    case 'pdf':
      return <PdfPreview link={newest} name={name} />
    default:
      return <TextPreview id={id} name={name} />
  }
}

function TextPreview({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation('files')
  const answer = useReply(fileText, { id })
  return (
    <Answered answer={answer}>
      {({ text, isCut }) => (
        <>
          {isCut && <p className="files-note">{t('previewCut')}</p>}
          <textarea
            className="files-preview-text"
            dir="auto"
            readOnly
            aria-label={name}
            value={text}
            spellCheck={false}
          />
        </>
      )}
    </Answered>
  )
}
