/** Chooses files of My files for a message: as copies, or as links. */
import FolderFilled from '@ant-design/icons/es/icons/FolderFilled'
import Button from 'antd/es/button'
import Checkbox from 'antd/es/checkbox'
import Modal from 'antd/es/modal'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '#contract/endpoint'
import { listFiles } from '#contract/endpoints/files/files'
import { type FileEntry, fileLimits, savedAtOnce } from '#contract/files/fileRules'
import { Answered } from '#src/components/antd/AntdPage'
import { AntdScope } from '#src/components/antd/AntdScope'
import { fileSize } from '#src/components/text/fileSize'
import { say, useReply } from '#src/store/ask'
import { useAppDispatch } from '#src/store/typed'
import { Crumbs } from '../mine/Crumbs'
import '../files.css'

type Props = {
  /** Bytes that the message still carries; more go as links. */
  room: number
  /** Closes the dialog where it answers true. */
  onChoose: (files: readonly FileEntry[], way: 'copy' | 'link') => Promise<boolean>
  onClose: () => void
}

export function FilesPicker(props: Props) {
  return (
    <AntdScope>
      <Picker {...props} />
    </AntdScope>
  )
}

type Way = 'copy' | 'link'

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

  const isOver = sum > room
  return (
    <Modal
      open={isOpen}
      title={t('attachTitle')}
      onCancel={cancel}
      afterClose={onClose}
      footer={
        <div className="files-picker-pages">
          <Button disabled={busy !== null} onClick={cancel}>
            {t('common:cancel')}
          </Button>
          <Button
            type={isOver ? 'primary' : 'default'}
            loading={busy === 'link'}
            onClick={() => void handleChoice('link')}
          >
            {t('attachLink')}
          </Button>
          {!isOver && (
            <Button type="primary" loading={busy === 'copy'} onClick={() => void handleChoice('copy')}>
              {t('attachCopy')}
            </Button>
          )}
        </div>
      }
    >
      <Listed chosen={chosen} onToggle={(entry) => setChosen(toggled(chosen, entry))} />
      <p className="files-links-hint" role="status">
        {chosen.length > 0 && `${t('selected', { count: chosen.length })} · ${size(sum)} · `}
        {isOver ? t('attachOver', { room: size(room) }) : t('attachHint')}
      </p>
    </Modal>
  )
}

function toggled(chosen: readonly FileEntry[], entry: FileEntry): readonly FileEntry[] {
  const others = chosen.filter(({ id }) => id !== entry.id)
  return others.length < chosen.length || chosen.length >= savedAtOnce ? others : [...chosen, entry]
}

type ListedProps = { chosen: readonly FileEntry[]; onToggle: (entry: FileEntry) => void }

/** A folder, page by page. */
function Listed({ chosen, onToggle }: ListedProps) {
  const { t } = useTranslation('files')
  const [folder, setFolder] = useState('')
  /** Of the pages before this one, and its own. */
  const [cursors, setCursors] = useState<readonly string[]>([''])
  const cursor = cursors.at(-1) ?? ''
  const answer = useReply(listFiles, { folder, cursor, size: fileLimits.pageRowsAsked })
  const path = answer.state === 'answered' ? answer.reply.path : []

  function go(to: string) {
    setFolder(to)
    setCursors([''])
  }

  return (
    <>
      <Crumbs label={t('path')} path={path} onGo={go} />
      <Answered
        answer={answer}
        empty={{ of: ({ entries }) => entries.length === 0, title: t('empty.folder'), hint: t('empty.toAttach') }}
      >
        {({ entries, next }) => (
          <>
            <Rows entries={entries} chosen={chosen} onToggle={onToggle} onGo={go} />
            {(cursors.length > 1 || next !== '') && (
              <nav className="files-picker-pages" aria-label={t('pages')}>
                <Button disabled={cursors.length === 1} onClick={() => setCursors(cursors.slice(0, -1))}>
                  {t('previous')}
                </Button>
                <Button disabled={next === ''} onClick={() => setCursors([...cursors, next])}>
                  {t('next')}
                </Button>
              </nav>
            )}
          </>
        )}
      </Answered>
    </>
  )
}

type RowsProps = ListedProps & Pick<Reply<typeof listFiles>, 'entries'> & { onGo: (folder: string) => void }

function Rows({ entries, chosen, onToggle, onGo }: RowsProps) {
  const { i18n } = useTranslation('files')
  return (
    <ul className="files-picker files-picker-files">
      {entries.map((entry) => (
        <li key={entry.id}>
          {entry.isFolder ? (
            <button type="button" onClick={() => onGo(entry.id)}>
              <FolderFilled aria-hidden />
              <bdi>{entry.name}</bdi>
            </button>
          ) : (
            <Checkbox checked={chosen.some(({ id }) => id === entry.id)} onChange={() => onToggle(entry)}>
              <bdi>{entry.name}</bdi> <span className="files-links-hint">{fileSize(entry.size, i18n.language)}</span>
            </Checkbox>
          )}
        </li>
      ))}
    </ul>
  )
}
