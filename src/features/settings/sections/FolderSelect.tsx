import Select from 'antd/es/select'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { textsIn } from '#contract/settings'
import { folderName, moveTargets } from '#src/features/mailbox'
import { selectFolderStatus, selectFolders } from '#src/store/mail/folders'
import { loadFolders } from '#src/store/mail/folderThunks'
import { useAppDispatch, useAppSelector } from '#src/store/typed'

type Props = { id?: string; value?: string; onChange?: (value: string) => void; 'aria-invalid'?: boolean }

/** Some of the folders that mail can come to, but for the inbox. */
export function FolderSelect({ value = '[]', onChange, ...field }: Props) {
  const { t } = useTranslation(['settings', 'mail'])
  const dispatch = useAppDispatch()
  const folders = useAppSelector(selectFolders)
  const status = useAppSelector(selectFolderStatus)
  useEffect(() => {
    // A section that stands alone has no sidebar, which would have asked.
    if (status === 'idle') void dispatch(loadFolders())
  }, [dispatch, status])
  const options = moveTargets(folders, 'inbox').map(({ id }) => ({ value: id, label: folderName(id, folders, t) }))
  return (
    <Select<string[]>
      {...field}
      className="settings-control"
      mode="multiple"
      maxCount={20}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t('settings:noticeFolders.none')}
      // One that is gone is shown no more.
      value={textsIn(value).filter((id) => options.some((option) => option.value === id))}
      options={options}
      onChange={(chosen) => onChange?.(JSON.stringify(chosen))}
    />
  )
}
