/** Names a new folder, or a file or folder anew. */
import Input from 'antd/es/input'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { checkFileName, type FileEntry, fileEntry, fileName } from '#contract/files/fileRules'
import { FormRow } from '#src/components/antd/AntdForm'
import { AntdFormDialog } from '#src/components/antd/AntdFormDialog'
import { useAppDispatch } from '#src/store/typed'
import { giveName, makeFolderIn } from './fileChanges'

type Props = {
  /** Null for a new folder in `folder`. */
  entry: FileEntry | null
  folder: string
  onClose: () => void
}

export function FileNameDialog({ entry, folder, onClose }: Props) {
  const { t } = useTranslation('files')
  const dispatch = useAppDispatch()
  const version = useRef(entry?.version ?? 0)

  async function handleSubmit({ name }: { name: string }) {
    const clean = fileName(name)
    const fault = checkFileName(clean)
    if (fault !== null) return { field: 'name', message: `errors:${fault}` }
    if (entry === null) return dispatch(makeFolderIn(folder, clean))
    const failure = await dispatch(giveName({ id: entry.id, version: version.current }, clean))
    // Who saves once more means the file as it is by now.
    const theirs = v.safeParse(fileEntry, failure?.payload.entry)
    if (theirs.success) version.current = theirs.output.version
    return failure
  }

  return (
    <AntdFormDialog<{ name: string }>
      title={t(entry === null ? 'newFolder' : 'rename')}
      submit={t('save')}
      initialValues={{ name: entry?.name ?? '' }}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <FormRow name="name" label={t('name')} isNarrow>
        <Input autoComplete="off" />
      </FormRow>
    </AntdFormDialog>
  )
}
