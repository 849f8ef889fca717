/** Chooses the folder that files are moved or copied to. */
import FolderFilled from '@ant-design/icons/es/icons/FolderFilled'
import Modal from 'antd/es/modal'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listFiles } from '#contract/endpoints/files/files'
import { fileLimits } from '#contract/files/fileRules'
import { Answered } from '#src/components/antd/AntdPage'
import { useReply } from '#src/store/ask'
import { Crumbs } from './Crumbs'

type Props = {
  title: string
  submit: string
  /** Folders that cannot be gone into: those that are moved. */
  without: ReadonlySet<string>
  /** Closes the dialog where it answers true. */
  onChoose: (folder: string) => Promise<boolean>
  onClose: () => void
}

export function FolderPicker({ title, submit, without, onChoose, onClose }: Props) {
  const { t } = useTranslation(['files', 'common'])
  const [folder, setFolder] = useState('')
  const [isOpen, setIsOpen] = useState(true)
  const [isBusy, setIsBusy] = useState(false)
  const answer = useReply(listFiles, { folder, onlyFolders: true, size: fileLimits.pageRows })
  const path = answer.state === 'answered' ? answer.reply.path : []

  async function handleOk() {
    setIsBusy(true)
    const isDone = await onChoose(folder)
    setIsBusy(false)
    if (isDone) setIsOpen(false)
  }

  return (
    <Modal
      open={isOpen}
      title={title}
      okText={submit}
      cancelText={t('common:cancel')}
      confirmLoading={isBusy}
      onOk={() => void handleOk()}
      onCancel={() => setIsOpen(false)}
      afterClose={onClose}
    >
      <Crumbs label={t('targetPath')} path={path} onGo={setFolder} />
      <Answered
        answer={answer}
        empty={{
          of: ({ entries }) => entries.length === 0,
          title: t('empty.noFolders'),
          hint: t('empty.noFoldersHint'),
        }}
      >
        {({ entries }) => (
          <ul className="files-picker">
            {entries.map(({ id, name }) => (
              <li key={id}>
                <button type="button" disabled={without.has(id)} onClick={() => setFolder(id)}>
                  <FolderFilled aria-hidden />
                  <bdi>{name}</bdi>
                </button>
              </li>
            ))}
          </ul>
        )}
      </Answered>
    </Modal>
  )
}
