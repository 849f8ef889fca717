import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined'
import UpOutlined from '@ant-design/icons/es/icons/UpOutlined'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../components/IconButton'
import { Menu } from '../../../components/Menu'
import type { Mail } from '../../../contract/shapes'
import { pathTo } from '../../../store/pathTo'
import { useNeighbours } from '../../mailbox'
import { useReaderKeys } from '../hooks/useReaderKeys'

const SourceDialog = lazy(async () => ({ default: (await import('./SourceDialog')).SourceDialog }))

/** At the end of the toolbar: what is seldom done with a mail, and the way to its neighbours. */
type Props = {
  mail: Mail | undefined
  /** Where the original can be had. */
  source: string | undefined
  areImagesShown: boolean
}

export function ReaderMore({ mail, source, areImagesShown }: Props) {
  const { t } = useTranslation('reading')
  const neighbours = useNeighbours()
  const [isSourceShown, setSourceShown] = useState(false)
  const { previous, next } = neighbours
  useReaderKeys(neighbours)

  function print() {
    const images = areImagesShown ? '1' : undefined
    window.open(pathTo('printMail', {}, { id: mail?.id, images }), '_blank', 'noopener')
  }

  return (
    <>
      <Menu
        label={t('more')}
        className="reading-action"
        align="end"
        disabledReason={mail === undefined ? t('stillLoading') : undefined}
        items={[
          { key: 'print', label: t('print'), onChoose: print },
          { key: 'source', label: t('viewSource'), onChoose: () => setSourceShown(true) },
        ]}
      >
        <MoreOutlined aria-hidden="true" />
        <span className="reading-more-label">{t('more')}</span>
      </Menu>
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
      {isSourceShown && mail !== undefined && (
        <Suspense fallback={null}>
          <SourceDialog mail={mail} downloadLink={source} onClose={() => setSourceShown(false)} />
        </Suspense>
      )}
    </>
  )
}
