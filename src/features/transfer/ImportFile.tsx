/** A file that is to be imported: how far it is, or why it is not taken. */
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../components/button/IconButton'
import { fileSize } from '../../components/text/fileSize'
import type { ChosenFile } from './useImport'

type Props = { chosen: ChosenFile; isBusy: boolean; onRemove: () => void }

export function ImportFile({ chosen, isBusy, onRemove }: Props) {
  const { t, i18n } = useTranslation(['exchange', 'errors'])
  const { file, sent, isSent, code, uploadId } = chosen
  const isGoing = isBusy && !isSent && code === null && uploadId !== null
  return (
    <li className="exchange-file">
      <bdi className="exchange-name" title={file.name}>
        {file.name}
      </bdi>
      <span className="exchange-size ep-number">{fileSize(file.size, i18n.language)}</span>
      {!isBusy && (
        <IconButton label={t('exchange:leaveOut', { name: file.name })} icon={<CloseOutlined />} onClick={onRemove} />
      )}
      {isGoing && <progress className="exchange-progress" aria-label={file.name} value={sent} max={file.size} />}
      {isSent && <span className="exchange-note">{t('exchange:sent')}</span>}
      {code !== null && (
        <span role="alert" className="exchange-reason">
          {t(`errors:${code}`)}
        </span>
      )}
    </li>
  )
}
