/** Shares what is selected in My files, without leaving it. */
import Modal from 'antd/es/modal'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { FileEntry } from '#contract/files/fileRules'
import { shareLimits } from '#contract/shares/shareRules'
import { pathTo } from '#src/store/routes/pathTo'
import { ShareForm } from './ShareForm'
import './shares.css'

type Props = { files: readonly FileEntry[]; onClose: () => void }

export function ShareFilesDialog({ files, onClose }: Props) {
  const { t } = useTranslation('shares')
  const [isOpen, setIsOpen] = useState(true)
  const isTooMany = files.length > shareLimits.files
  return (
    <Modal
      open={isOpen}
      title={t('shareFiles')}
      footer={
        <Link className="shares-all" to={pathTo('shareMail')}>
          {t('mine')}
        </Link>
      }
      width="min(720px, calc(100vw - 32px))"
      onCancel={() => setIsOpen(false)}
      afterClose={onClose}
    >
      {isTooMany ? (
        <p role="alert">{t('tooManyFiles', { count: shareLimits.files })}</p>
      ) : (
        <ShareForm chosen={{ kind: 'files', files }} onMade={() => undefined} />
      )}
    </Modal>
  )
}
