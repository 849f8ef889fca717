/** Files that were shared: a list that leads down into their folders, and never above them. */
import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import FileOutlined from '@ant-design/icons/es/icons/FileOutlined'
import FolderFilled from '@ant-design/icons/es/icons/FolderFilled'
import Button from 'antd/es/button'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '#contract/endpoint'
import { downloadSharedFile, type sharedFolder, zipShared } from '#contract/endpoints/sending/sharedFiles'
import type { SharedFile } from '#contract/endpoints/sending/shares'
import { previewKind } from '#contract/mail/previews'
import type { ShareEnd } from '#contract/shares/shareRules'
import { PageButtons } from '#src/components/antd/PageButtons'
import { isInWeChat } from '#src/components/browser/inWeChat'
import { ErrorNote } from '#src/components/state/ErrorNote'
import { Skeleton } from '#src/components/state/Skeleton'
import { plainName } from '#src/components/text/AddressText'
import { fileSize } from '#src/components/text/fileSize'
import type { Failure } from '#src/lib/http/outcome'
import { say } from '#src/store/ask'
import { useCursors } from '#src/store/pages'
import { noticeShown } from '#src/store/shell/notices'
import { useAppDispatch } from '#src/store/typed'
import { endOf, readSharedFolder, saveAnswer } from '../shareThunks'
import { SharedPicture, useThumbnails } from './SharedPicture'

type Props = { files: readonly SharedFile[]; visit: string; onEnd: (reason: ShareEnd) => void }
type Folder = Reply<typeof sharedFolder>

export function SharedFilesView({ files, visit, onEnd }: Props) {
  const { t } = useTranslation('shares')
  const dispatch = useAppDispatch()
  const [folder, setFolder] = useState<string | null>(null)
  const cursors = useCursors()
  const [viewed, setViewed] = useState<SharedFile | null>(null)
  const refused = useCallback(
    (failure: Failure) => {
      const end = endOf(failure)
      // Within a visit that is said of one download: smaller ones may still be given.
      if (end === 'usedUp') dispatch(noticeShown({ tone: 'error', message: 'shares:sentAll' }))
      else if (end === null) dispatch(say(failure))
      else onEnd(end)
    },
    [dispatch, onEnd],
  )
  const { page, failed, retry } = useFolder({ visit, folder, cursor: cursors.cursor, onEnd })
  const shown = folder === null ? files : (page?.files ?? null)
  const isOne = folder === null && files.length === 1 && files[0]?.isFolder === false
  const zip = () => dispatch(saveAnswer(zipShared, { visit, ids: folder === null ? [] : [folder] }, refused))
  const close = useCallback(() => setViewed(null), [])
  const go = (to: string | null) => {
    setFolder(to)
    cursors.toFirst()
  }
  return (
    <article className="guest-mail">
      <Title key={folder ?? ''} isTop={folder === null} name={plainName(page?.path.at(-1)?.name ?? '')} />
      {folder !== null && <Steps path={page?.path ?? []} onTop={() => go(null)} onGo={go} />}
      {isInWeChat() && <p className="guest-bar">{t('weChat')}</p>}
      {!isOne && shown !== null && shown.length > 0 && (
        <div className="guest-acts">
          <Button type="primary" onClick={() => void zip()}>
            {t(folder === null ? 'downloadAll' : 'downloadFolder')}
          </Button>
        </div>
      )}
      {failed !== null && <ErrorNote message={`errors:${failed}`} onRetry={retry} />}
      {failed === null && shown === null && <Skeleton lines={4} />}
      {failed === null && shown?.length === 0 && <p className="shares-quiet">{t('folderEmpty')}</p>}
      {failed === null && shown !== null && shown.length > 0 && (
        <Rows
          files={shown}
          visit={visit}
          onGo={go}
          onView={setViewed}
          onSave={({ id }) => void dispatch(saveAnswer(downloadSharedFile, { visit, id }, refused))}
        />
      )}
      {folder !== null && <PageButtons cursors={cursors} next={page?.next} label={t('pages')} />}
      {viewed !== null && <SharedPicture file={viewed} visit={visit} onRefused={refused} onClose={close} />}
    </article>
  )
}

/** Has the focus where one has gone to it. */
function Title({ name, isTop }: { name: string; isTop: boolean }) {
  const { t } = useTranslation('shares')
  const title = useRef<HTMLHeadingElement>(null)
  // Of a folder the name comes later.
  const isKnown = isTop || name !== ''
  useEffect(() => {
    if (isKnown) title.current?.focus()
  }, [isKnown])
  return (
    <h1 ref={title} tabIndex={-1}>
      {name === '' ? t('sharedFiles') : <bdi>{name}</bdi>}
    </h1>
  )
}

type Asked = Pick<Props, 'visit' | 'onEnd'> & { folder: string | null; cursor: string }

/** What is in the folder now; nothing is asked where there is none. */
function useFolder({ visit, folder, cursor, onEnd }: Asked) {
  const dispatch = useAppDispatch()
  const key = folder === null ? null : `${folder} ${cursor}`
  const [answer, setAnswer] = useState<{ key: string; page: Folder | null; failed: Failure['code'] | null } | null>(
    null,
  )
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (folder === null || key === null) return
    let isLeft = false
    const ask = async () => {
      // Asked for once more by a press.
      if (turn > 0) setAnswer(null)
      const outcome = await dispatch(readSharedFolder({ visit, folder, cursor }))
      if (isLeft) return
      if (outcome.ok) return setAnswer({ key, page: outcome.value, failed: null })
      const end = endOf(outcome)
      if (end === null) setAnswer({ key, page: null, failed: outcome.code })
      else onEnd(end)
    }
    void ask()
    return () => {
      isLeft = true
    }
  }, [dispatch, visit, folder, cursor, key, turn, onEnd])
  const known = answer !== null && answer.key === key ? answer : null
  return { page: known?.page ?? null, failed: known?.failed ?? null, retry: () => setTurn((count) => count + 1) }
}

type StepsProps = { path: Folder['path']; onTop: () => void; onGo: (folder: string) => void }

function Steps({ path, onTop, onGo }: StepsProps) {
  const { t } = useTranslation('shares')
  return (
    <nav className="guest-steps" aria-label={t('folderPath')}>
      <Button type="link" onClick={onTop}>
        {t('sharedFiles')}
      </Button>
      {path.map(({ id, name }, index) => (
        <span key={id}>
          <span aria-hidden="true">/</span>
          {index === path.length - 1 ? (
            <bdi aria-current="page">{plainName(name) || t('unnamed')}</bdi>
          ) : (
            <Button type="link" onClick={() => onGo(id)}>
              <bdi>{plainName(name) || t('unnamed')}</bdi>
            </Button>
          )}
        </span>
      ))}
    </nav>
  )
}

type RowsProps = {
  files: readonly SharedFile[]
  visit: string
  onGo: (folder: string) => void
  onView: (file: SharedFile) => void
  onSave: (file: SharedFile) => void
}

function Rows({ files, visit, onGo, onView, onSave }: RowsProps) {
  const pictures = useThumbnails(files, visit)
  return (
    <ul className="guest-files">
      {files.map((file) => {
        const isPicture = previewKind(file.type) === 'picture'
        const open = file.isFolder ? () => onGo(file.id) : isPicture ? () => onView(file) : null
        return (
          <Row key={file.id} file={file} picture={pictures.get(file.id)} onOpen={open} onSave={() => onSave(file)} />
        )
      })}
    </ul>
  )
}

type RowProps = {
  file: SharedFile
  picture: string | undefined
  /** Null for what is only saved. */
  onOpen: (() => void) | null
  onSave: () => void
}

function Row({ file: { name: written, isFolder, size, type }, picture, onOpen, onSave }: RowProps) {
  const { t, i18n } = useTranslation('shares')
  const name = plainName(written) || t('unnamed')
  const kind = t(`kinds.${isFolder ? 'folder' : (previewKind(type) ?? 'other')}`)
  const about = isFolder ? kind : [kind, fileSize(size, i18n.language)].join(' · ')
  const icon = isFolder ? <FolderFilled aria-hidden="true" /> : <FileOutlined aria-hidden="true" />
  return (
    <li className="guest-row">
      <span className="guest-row-icon" data-kind={isFolder ? 'folder' : 'file'}>
        {picture === undefined ? icon : <img src={picture} alt="" />}
      </span>
      <span className="guest-row-words">
        {onOpen === null ? (
          <bdi>{name}</bdi>
        ) : (
          <Button type="link" onClick={onOpen}>
            <bdi>{name}</bdi>
          </Button>
        )}
        <span className="shares-quiet">{about}</span>
      </span>
      {!isFolder && (
        <Button
          type="text"
          className="guest-row-save"
          icon={<DownloadOutlined aria-hidden />}
          aria-label={t('downloadNamed', { name })}
          onClick={onSave}
        />
      )}
    </li>
  )
}
