import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import { useTranslation } from 'react-i18next'
import { plainName } from '../../../components/AddressText'
import { IconButton } from '../../../components/IconButton'

type Props = {
  name: string
  /** Size, or how much went over. */
  detail: string
  isDone?: boolean
  /** From 0 to 1. */
  progress?: number
  /** Why it stopped. */
  failure?: string
  onRetry?: () => void
  onRemove: () => void
  removeLabel: string
}

export function AttachmentCard(props: Props) {
  const { name, detail, isDone = false, progress = 1, failure, onRetry, onRemove, removeLabel } = props
  const { t } = useTranslation('common')
  const percent = Math.floor(progress * 100)
  return (
    <li className="compose-file">
      <div className="compose-file-head">
        <span className="compose-file-name" title={plainName(name)}>
          <bdi>{plainName(name)}</bdi>
        </span>
        <span className="compose-file-detail ep-number">
          {detail} {isDone ? <CheckOutlined aria-hidden="true" /> : `${percent}%`}
        </span>
        <IconButton className="compose-file-remove" label={removeLabel} icon={<CloseOutlined />} onClick={onRemove} />
      </div>
      {isDone ? (
        <div className="compose-file-bar compose-file-bar-done" aria-hidden="true" />
      ) : (
        <progress className="compose-file-progress" value={percent} max={100} aria-label={plainName(name)} />
      )}
      {failure !== undefined && (
        <p className="compose-file-failure" role="alert">
          {failure}{' '}
          <button type="button" className="ep-link" onClick={onRetry}>
            {t('retry')}
          </button>
        </p>
      )}
    </li>
  )
}
