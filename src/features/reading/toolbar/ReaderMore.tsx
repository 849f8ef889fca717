import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Mail } from '#contract/shapes'
import { lazyDialog } from '#src/components/lazy/lazyDialog'
import { Menu } from '#src/components/menu/Menu'
import { useReaderItems } from './useReaderItems'

const SourceDialog = lazyDialog(async () => (await import('./SourceDialog')).SourceDialog)

/** What is seldom done with a mail. */
type Props = {
  mail: Mail | undefined
  /** Where the original can be had. */
  source: string | undefined
  areImagesShown: boolean
}

export function ReaderMore({ mail, source, areImagesShown }: Props) {
  const { t } = useTranslation('reading')
  const more = useReaderItems(mail, areImagesShown)
  const [isSourceShown, setSourceShown] = useState(false)

  return (
    <>
      <Menu
        label={t('more')}
        className="reading-action"
        align="end"
        disabledReason={mail === undefined ? t('stillLoading') : undefined}
        items={[...more, { key: 'source', label: t('viewSource'), onChoose: () => setSourceShown(true) }]}
      >
        <MoreOutlined aria-hidden="true" />
        <span className="reading-more-label">{t('more')}</span>
      </Menu>
      {isSourceShown && mail !== undefined && (
        <SourceDialog mail={mail} downloadLink={source} onClose={() => setSourceShown(false)} />
      )}
    </>
  )
}
