/** What can be done with files: each by a thunk, some through a dialog, which `dialogs` holds. */
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileEntry } from '#contract/files/fileRules'
import { useConfirm } from '#src/components/antd/useConfirm'
import { lazyDialog } from '#src/components/lazy/lazyDialog'
import { say } from '#src/store/ask'
import { useAppDispatch } from '#src/store/typed'
import { FileNameDialog } from './FileNameDialog'
import { copyTo, deleteFiles, download, giveBack, moveTo, removeForGood } from './fileChanges'

const FolderPicker = lazyDialog(async () => (await import('./FolderPicker')).FolderPicker)

const ShareFilesDialog = lazyDialog(async () => (await import('#src/features/shares')).ShareFilesDialog)

type Opened =
  | { readonly kind: 'newFolder' }
  | { readonly kind: 'rename'; readonly entry: FileEntry }
  | { readonly kind: 'move' | 'copy' | 'share'; readonly entries: readonly FileEntry[] }

export type FileActions = {
  readonly newFolder: () => void
  readonly rename: (entry: FileEntry) => void
  readonly download: Act
  readonly move: Act
  readonly copy: Act
  readonly share: Act
  readonly remove: Act
  readonly restore: Act
  readonly removeForGood: Act
  readonly emptyTrash: () => void
  readonly dialogs: ReactNode
}
type Act = (entries: readonly FileEntry[]) => void
type Asking = ReturnType<typeof useConfirm>['confirm']

const idsOf = (entries: readonly FileEntry[]) => entries.map(({ id }) => id)

/** Moves, and asks where a name is taken there; answers whether that is settled. */
function useMove(confirm: Asking, onDone: () => void) {
  const { t } = useTranslation('files')
  const dispatch = useAppDispatch()
  return async (entries: readonly FileEntry[], to: string): Promise<boolean> => {
    const outcome = await dispatch(moveTo(idsOf(entries), to, 'ask'))
    if (outcome.ok || outcome.code !== 'fileExists') {
      if (outcome.ok) onDone()
      return true
    }
    const name = String(outcome.payload.name ?? '')
    if (!(await confirm({ title: t('sameTitle', { name }), text: t('sameHint'), yes: t('keepBoth') }))) return false
    if ((await dispatch(moveTo(idsOf(entries), to, 'number'))).ok) onDone()
    return true
  }
}

/** @param onDone the files that were meant are no longer where they were */
export function useFileActions(folder: string, onDone: () => void): FileActions {
  const { t } = useTranslation('files')
  const dispatch = useAppDispatch()
  const { confirm, holder } = useConfirm()
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const move = useMove(confirm, onDone)

  /** Nothing is done with nothing, and that is said (SPEC §5). */
  const some =
    (act: Act): Act =>
    (entries) =>
      entries.length === 0 ? void dispatch(say({ code: 'noFileSelected' })) : act(entries)
  const then = async (work: Promise<boolean>) => {
    if (await work) onDone()
  }

  async function handleRemoval(entries: readonly FileEntry[] | null) {
    const title = entries === null ? t('emptyTitle') : t('removeTitle', { count: entries.length })
    if (!(await confirm({ title, text: t('removeHint'), yes: t('removeForGood'), isDanger: true }))) return
    await then(dispatch(removeForGood(entries && idsOf(entries))))
  }

  return {
    newFolder: () => setOpened({ kind: 'newFolder' }),
    rename: (entry) => setOpened({ kind: 'rename', entry }),
    download: some((entries) => void dispatch(download(entries))),
    move: some((entries) => setOpened({ kind: 'move', entries })),
    copy: some((entries) => setOpened({ kind: 'copy', entries })),
    share: some((entries) => setOpened({ kind: 'share', entries })),
    remove: some((entries) => void then(dispatch(deleteFiles(idsOf(entries))))),
    restore: some((entries) => void then(dispatch(giveBack(idsOf(entries))))),
    removeForGood: some((entries) => void handleRemoval(entries)),
    emptyTrash: () => void handleRemoval(null),
    dialogs: (
      <>
        {opened?.kind === 'newFolder' && <FileNameDialog entry={null} folder={folder} onClose={close} />}
        {opened?.kind === 'rename' && <FileNameDialog entry={opened.entry} folder={folder} onClose={close} />}
        {(opened?.kind === 'move' || opened?.kind === 'copy') && (
          <FolderPicker
            title={t(`${opened.kind}Title`, { count: opened.entries.length })}
            submit={t(`${opened.kind}Here`)}
            without={new Set(idsOf(opened.entries))}
            onChoose={(to) =>
              opened.kind === 'move' ? move(opened.entries, to) : dispatch(copyTo(idsOf(opened.entries), to))
            }
            onClose={close}
          />
        )}
        {opened?.kind === 'share' && <ShareFilesDialog files={opened.entries} onClose={close} />}
        {holder}
      </>
    ),
  }
}
