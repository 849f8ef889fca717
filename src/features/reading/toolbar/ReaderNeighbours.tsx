import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import UpOutlined from '@ant-design/icons/es/icons/UpOutlined'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#src/components/button/IconButton'
import { useNeighbours } from '../../mailbox'
import { useReaderKeys } from '../useReaderKeys'

/** The way to what stands before and after in the list, by button and by key. */
export function ReaderNeighbours() {
  const { t } = useTranslation('reading')
  const neighbours = useNeighbours()
  const { previous, next } = neighbours
  useReaderKeys(neighbours)
  return (
    <span className="reading-neighbours">
      <IconButton
        label={t('previous')}
        icon={<UpOutlined />}
        disabledReason={previous.reason === null ? undefined : t(previous.reason)}
        onClick={previous.reason === null ? previous.go : undefined}
      />
      <IconButton
        label={t('next')}
        icon={<DownOutlined />}
        disabledReason={next.reason === null ? undefined : t(next.reason)}
        onClick={next.reason === null ? next.go : undefined}
      />
    </span>
  )
}
