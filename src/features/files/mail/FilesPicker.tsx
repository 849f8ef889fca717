/** Chooses of My files: for a message as copies or links, or files and folders for a share. */
import FolderFilled from '@ant-design/icons/es/icons/FolderFilled'
import Button from 'antd/es/button'
import Checkbox from 'antd/es/checkbox'
import Modal from 'antd/es/modal'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '#contract/endpoint'
import { listFiles } from '#contract/endpoints/files/files'
import { type FileEntry, fileLimits, savedAtOnce } from '#contract/files/fileRules'
import { shareLimits } from '#contract/shares/shareRules'
import { Answered } from '#src/components/antd/AntdPage'
import { AntdScope } from '#src/components/antd/AntdScope'
import { PageButtons } from '#src/components/antd/PageButtons'
import { fileSize } from '#src/components/text/fileSize'
import { say, useReply } from '#src/store/ask'
import { useCursors } from '#src/store/pages'
import { useAppDispatch } from '#src/store/typed'
import { Crumbs } from '../mine/Crumbs'
import '../files.css'

/** A share takes what is chosen as it lies there. */
type Way = 'copy' | 'link'

type Props = {
  /** Bytes that the message still carries; more go as links. Absent for a share. */
  room?: number
  /** Closes the dialog where it answers true. */
  onChoose: (files: readonly FileEntry[], way: Way) => Promise<boolean>
  onClose: () => void
}

export function FilesPicker(props: Props) {
  return (
    <AntdScope>
      <Picker {...props} />
    </AntdScope>
  )
}

function Picker({ room, onChoose, onClose }: Props) {
  const { t, i18n } = useTranslation(['files', 'common'])
  const dispatch = useAppDispatch()
  const [isOpen, setIsOpen] = useState(true)
  const [busy, setBusy] = useState<Way | null>(null)
  const [chosen, setChosen] = useState<readonly FileEntry[]>([])
  const sum = chosen.reduce((bytes, { size }) => bytes + size, 0)
  const size = (bytes: number) => fileSize(bytes, i18n.language)

  async function handleChoice(way: Way) {
    if (busy !== null) return
    // Nothing is done with nothing, and that is said (SPEC §5).
    if (chosen.length === 0) return void dispatch(say({ code: 'noFileSelected' }))
    setBusy(way)
    const isDone = await onChoose(chosen, way)
    setBusy(null)
    if (isDone) setIsOpen(false)
  }

  /** What is being done arrives, so it is not sent back. */
  function cancel() {
    if (busy === null) setIsOpen(false)
  }

  const isShare = room === undefined
  const isOver = room !== undefined && sum > room
  const most = isShare ? shareLimits.files : savedAtOnce
  const hint = isShare ? t('shareHint') : isOver ? t('attachOver', { room: size(room) }) : t('attachHint')
  return (
    <Modal
      open={isOpen}
      title={t(isShare ? 'shareTitle' : 'attachTitle')}
      onCancel={cancel}
      afterClose={onClose}
      footer={
        <Ways
          busy={busy}
          isShare={isShare}
          isOver={isOver}
          onCancel={cancel}
          onChoose={(way) => void handleChoice(way)}
        />
      }
    >
      <Listed chosen={chosen} withFolders={isShare} onToggle={(entry) => setChosen(toggled(chosen, entry, most))} />
      <p className="files-links-hint" role="status">
        {chosen.length > 0 && `${t('selected', { count: chosen.length })} · `}
        {sum > 0 && `${size(sum)} · `}
        {hint}
      </p>
    </Modal>
  )
}

type WaysProps = {
  busy: Way | null
  isShare: boolean
  isOver: boolean
  onCancel: () => void
  onChoose: (way: Way) => void
}

function Ways({ busy, isShare, isOver, onCancel, onChoose }: WaysProps) {
  const { t } = useTranslation(['files', 'common'])
  return (
    <div className="files-picker-pages">
      <Button disabled={busy !== null} onClick={onCancel}>
        {t('common:cancel')}
      </Button>
      {!isShare && (
        <Button type={isOver ? 'primary' : 'default'} loading={busy === 'link'} onClick={() => onChoose('link')}>
          {t('attachLink')}
        </Button>
      )}
      {!isOver && (
        <Button type="primary" loading={busy === 'copy'} onClick={() => onChoose('copy')}>
          {t(isShare ? 'shareChosen' : 'attachCopy')}
        </Button>
      )}
    </div>
  )
}

function toggled(chosen: readonly FileEntry[], entry: FileEntry, most: number): readonly FileEntry[] {
  const others = chosen.filter(({ id }) => id !== entry.id)
  return others.length < chosen.length || chosen.length >= most ? others : [...chosen, entry]
}

type ListedProps = {
  chosen: readonly FileEntry[]
  /** Whether folders are chosen as well. */
  withFolders: boolean
  onToggle: (entry: FileEntry) => void
}

/** A folder, page by page. */
function Listed({ chosen, withFolders, onToggle }: ListedProps) {
  const { t } = useTranslation('files')
  const [folder, setFolder] = useState('')
  const cursors = useCursors()
  const answer = useReply(listFiles, { folder, cursor: cursors.cursor, size: fileLimits.pageRowsAsked })
  const path = answer.state === 'answered' ? answer.reply.path : []

  function go(to: string) {
    setFolder(to)
    cursors.toFirst()
  }

  return (
    <>
      <Crumbs label={t('path')} path={path} onGo={go} />
      <Answered
        answer={answer}
        empty={{ of: ({ entries }) => entries.length === 0, title: t('empty.folder'), hint: t('empty.toAttach') }}
      >
        {({ entries }) => (
          <Rows entries={entries} chosen={chosen} withFolders={withFolders} onToggle={onToggle} onGo={go} />
        )}
      </Answered>
      <PageButtons cursors={cursors} next={answer.last?.next} label={t('pickerPages')} />
    </>
  )
}

type RowsProps = ListedProps & Pick<Reply<typeof listFiles>, 'entries'> & { onGo: (folder: string) => void }

function Rows({ entries, chosen, withFolders, onToggle, onGo }: RowsProps) {
  const { t, i18n } = useTranslation('files')
  const isChosen = (entry: FileEntry) => chosen.some(({ id }) => id === entry.id)
  return (
    <ul className="files-picker files-picker-files">
      {entries.map((entry) => (
        <li key={entry.id}>
          {entry.isFolder ? (
            <div className="files-picker-folder">
              {withFolders && (
                <Checkbox
                  checked={isChosen(entry)}
                  aria-label={t('select', { name: entry.name })}
                  onChange={() => onToggle(entry)}
                />
              )}
              <button type="button" onClick={() => onGo(entry.id)}>
                <FolderFilled aria-hidden />
                <bdi>{entry.name}</bdi>
              </button>
            </div>
          ) : (
            <Checkbox checked={isChosen(entry)} onChange={() => onToggle(entry)}>
              <bdi>{entry.name}</bdi> <span className="files-links-hint">{fileSize(entry.size, i18n.language)}</span>
            </Checkbox>
          )}
        </li>
      ))}
    </ul>
  )
}
