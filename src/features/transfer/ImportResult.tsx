/** What came of an import: each file with what was kept of it, and each refusal beside its name. */
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button/Button'
import { Dialog } from '../../components/dialog/Dialog'
import type { ImportedFile } from '../../contract/endpoints/mail/jobs'
import './transfer.css'

type Props = { files: readonly ImportedFile[]; onClose: () => void }

export function ImportResult({ files, onClose }: Props) {
  const { t } = useTranslation(['exchange', 'common', 'errors'])
  return (
    <Dialog
      title={t('exchange:result')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('common:close')}</Button>}
    >
      <ul className="exchange-files" aria-label={t('exchange:files')}>
        {files.map((file) => (
          // A file may be chosen twice: they are told apart by what came of them, in their order.
          <li key={`${file.name} ${files.indexOf(file)}`} className="exchange-file">
            <bdi className="exchange-name" title={file.name}>
              {file.name}
            </bdi>
            {file.kept > 0 && <span className="exchange-note">{t('exchange:kept', { count: file.kept })}</span>}
            <Refusals file={file} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function Refusals({ file: { name, refused, refusals } }: { file: ImportedFile }) {
  const { t } = useTranslation(['exchange', 'errors'])
  const further = refused - refusals.length
  const [only] = refusals
  if (refused === 1 && only?.name === name) return <span className="exchange-reason">{t(`errors:${only.reason}`)}</span>
  if (refused === 0) return null
  return (
    <ul className="exchange-refusals">
      {refusals.map((refusal) => (
        <li key={`${refusal.name} ${refusals.indexOf(refusal)}`}>
          <bdi>{refusal.name}</bdi>
          <span className="exchange-reason">{t(`errors:${refusal.reason}`)}</span>
        </li>
      ))}
      {further > 0 && <li>{t('exchange:further', { count: further })}</li>}
    </ul>
  )
}
