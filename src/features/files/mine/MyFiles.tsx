/** My files: a folder, what a search found, or the trash. */
import FolderAddOutlined from '@ant-design/icons/es/icons/FolderAddOutlined'
import Button from 'antd/es/button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '#contract/endpoint'
import { listFiles } from '#contract/endpoints/files/files'
import { EmptyState } from '#src/components/state/EmptyState'
import { ErrorNote } from '#src/components/state/ErrorNote'
import { Skeleton } from '#src/components/state/Skeleton'
import { useReply } from '#src/store/ask'
import { useAppSelector } from '#src/store/typed'
import { FileTable } from './FileTable'
import { selectFiles } from './filesSlice'
import { NameDialog } from './NameDialog'
import { type FilesAddress, useFilesAddress } from './useFilesAddress'

const nothing: ReadonlySet<string> = new Set()

export function MyFiles() {
  const { t } = useTranslation('files')
  const address = useFilesAddress()
  const { folder, find, view, sort, order } = address
  const { changes } = useAppSelector(selectFiles)
  const [isNaming, setNaming] = useState(false)
  const [selected, setSelected] = useState(nothing)
  const form = { folder, typed: find, trash: view === 'trash', sort, order, cursor: '' }
  const answer = useReply(listFiles, form, String(changes))
  const reply = answer.state === 'answered' ? answer.reply : answer.last

  return (
    <section className="files-mine" aria-label={t('tabs.mine')}>
      <div className="files-bar">
        <Crumbs path={reply?.path ?? []} address={address} />
        <Button icon={<FolderAddOutlined aria-hidden />} onClick={() => setNaming(true)}>
          {t('newFolder')}
        </Button>
      </div>
      {answer.state === 'failed' ? (
        <ErrorNote message={`errors:${answer.code}`} onRetry={answer.retry} />
      ) : reply === null ? (
        <div aria-busy="true">
          <Skeleton lines={6} />
        </div>
      ) : reply.entries.length === 0 ? (
        <EmptyState title={t('empty.folder')} hint={t('empty.folderHint')} />
      ) : (
        <FileTable
          entries={reply.entries}
          label={reply.path.at(-1)?.name ?? t('tabs.mine')}
          address={address}
          layout="list"
          selected={selected}
          onSelect={setSelected}
          onOpen={(entry) => entry.isFolder && address.go({ folder: entry.id, find: '' })}
          onKey={() => undefined}
          menuOf={() => null}
        />
      )}
      {isNaming && <NameDialog entry={null} folder={folder} onClose={() => setNaming(false)} />}
    </section>
  )
}

type Path = Reply<typeof listFiles>['path']

function Crumbs({ path, address }: { path: Path; address: FilesAddress }) {
  const { t } = useTranslation('files')
  const steps = [{ id: '', name: t('tabs.mine') }, ...path]
  return (
    <nav className="files-crumbs" aria-label={t('path')}>
      <ol>
        {steps.map(({ id, name }, at) => (
          <li key={id}>
            {at === steps.length - 1 ? (
              <bdi aria-current="location">{name}</bdi>
            ) : (
              <button type="button" className="ep-link" onClick={() => address.go({ folder: id })}>
                <bdi>{name}</bdi>
              </button>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
