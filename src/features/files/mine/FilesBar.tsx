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
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileActions } from './useFileActions'
import type { FilesAddress } from './useFilesAddress'

type Props = {
  address: FilesAddress
  actions: FileActions
  layout: 'list' | 'grid'
  onLayout: (layout: 'list' | 'grid') => void
  onFiles: (files: readonly File[]) => void
}

export function FilesBar({ address, actions, layout, onLayout, onFiles }: Props) {
  const { t } = useTranslation('files')
  const input = useRef<HTMLInputElement>(null)
  const other = layout === 'list' ? 'grid' : 'list'
  return (
    <div className="files-bar">
      {address.view === '' && (
        <>
          <Button type="primary" icon={<UploadOutlined aria-hidden />} onClick={() => input.current?.click()}>
            {t('upload')}
          </Button>
          <input
            ref={input}
            type="file"
            multiple
            hidden
            aria-label={t('chooseFiles')}
            onChange={(event) => {
              onFiles([...(event.target.files ?? [])])
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

/** Milliseconds after the last key before a search begins. */
const pauseMs = 150

function Search({ address }: { address: FilesAddress }) {
  const { t } = useTranslation('files')
  const { find, go } = address
  const [text, setText] = useState(find)
  const [isComposing, setComposing] = useState(false)
  /** What the address said last, and what was searched for from here. */
  const [seen, setSeen] = useState({ find, own: find })
  if (seen.find !== find) {
    setSeen({ ...seen, find })
    // The browser went back, or a link led here.
    if (find !== seen.own) setText(find)
  }
  const search = useEffectEvent((typed: string) => {
    if (typed === find) return
    setSeen({ find, own: typed })
    go({ find: typed }, true)
  })
  useEffect(() => {
    // What an input method still holds is no word yet.
    if (isComposing) return
    const timer = setTimeout(() => search(text.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [text, isComposing])
  return (
    <Input
      role="searchbox"
      className="files-search"
      value={text}
      allowClear={{ clearIcon: <CloseOutlined aria-label={t('clearSearch')} /> }}
      prefix={<SearchOutlined aria-hidden />}
      placeholder={t('search')}
      aria-label={t('search')}
      maxLength={320}
      onChange={(event) => setText(event.target.value)}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
    />
  )
}
