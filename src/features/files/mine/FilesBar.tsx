/** Where one is, what is looked for, how files are shown, and what comes in. */
import AppstoreOutlined from '@ant-design/icons/es/icons/AppstoreOutlined'
import BarsOutlined from '@ant-design/icons/es/icons/BarsOutlined'
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import FolderAddOutlined from '@ant-design/icons/es/icons/FolderAddOutlined'
import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import UploadOutlined from '@ant-design/icons/es/icons/UploadOutlined'
import Button from 'antd/es/button'
import Input from 'antd/es/input'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useTypedSearch } from '#src/components/browser/useTypedSearch'
import { chosenFiles, type PickedFile } from './fileUploads'
import type { FileActions } from './useFileActions'
import type { FilesAddress } from './useFilesAddress'

type Props = {
  address: FilesAddress
  actions: FileActions
  layout: 'list' | 'grid'
  onLayout: (layout: 'list' | 'grid') => void
  onFiles: (files: readonly PickedFile[]) => void
}

export function FilesBar({ address, actions, layout, onLayout, onFiles }: Props) {
  const { t } = useTranslation('files')
  const input = useRef<HTMLInputElement>(null)
  const other = layout === 'list' ? 'grid' : 'list'
  function choose(isFolder: boolean) {
    if (input.current === null) return
    input.current.webkitdirectory = isFolder
    input.current.click()
  }
  return (
    <div className="files-bar">
      {address.view === '' && (
        <>
          <Button type="primary" icon={<UploadOutlined aria-hidden />} onClick={() => choose(false)}>
            {t('upload')}
          </Button>
          <Button className="files-upload-folder" icon={<UploadOutlined aria-hidden />} onClick={() => choose(true)}>
            {t('uploadFolder')}
          </Button>
          <input
            ref={input}
            type="file"
            multiple
            hidden
            aria-label={t('chooseFiles')}
            onChange={(event) => {
              onFiles(chosenFiles(event.target.files ?? []))
              // The same file may be chosen once more.
              event.target.value = ''
            }}
          />
          <Button icon={<FolderAddOutlined aria-hidden />} onClick={actions.newFolder}>
            {t('newFolder')}
          </Button>
          <Search key={address.folder} address={address} />
        </>
      )}
      <span className="files-bar-end">
        <Button
          type="text"
          icon={other === 'grid' ? <AppstoreOutlined aria-hidden /> : <BarsOutlined aria-hidden />}
          aria-label={t(`showAs.${other}`)}
          title={t(`showAs.${other}`)}
          onClick={() => onLayout(other)}
        />
        {address.view === '' ? (
          <Button
            type="text"
            icon={<DeleteOutlined aria-hidden />}
            onClick={() => address.go({ view: 'trash', find: '', folder: '' })}
          >
            {t('trash')}
          </Button>
        ) : (
          <Button onClick={() => address.go({ view: '' })}>{t('backToFiles')}</Button>
        )}
      </span>
    </div>
  )
}

function Search({ address }: { address: FilesAddress }) {
  const { t } = useTranslation('files')
  const { find, go } = address
  const field = useTypedSearch(find, (words) => go({ find: words }, true))
  return (
    <Input
      role="searchbox"
      className="files-search"
      {...field}
      allowClear={{ clearIcon: <CloseOutlined aria-label={t('clearSearch')} /> }}
      prefix={<SearchOutlined aria-hidden />}
      placeholder={t('search')}
      aria-label={t('search')}
      maxLength={320}
    />
  )
}
