import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Mail } from '#contract/shapes'
import { lazyDialog } from '#src/components/lazy/lazyDialog'
import { Menu } from '#src/components/menu/Menu'
import type { MenuItem } from '#src/components/menu/MenuList'
import { pathTo } from '#src/store/routes/pathTo'
import { useReaderItems } from './useReaderItems'

const SourceDialog = lazyDialog(async () => (await import('./SourceDialog')).SourceDialog)

/** What is seldom done with a mail. */
type Props = {
  mail: Mail | undefined
  /** Where the original can be had. */
  source: string | undefined
  areImagesShown: boolean
  /** What stands before that. */
  items: readonly MenuItem[]
  /** Of which message, where several are shown. */
  label?: string
}

export function ReaderMore({ mail, source, areImagesShown, items, label }: Props) {
  const { t } = useTranslation('reading')
  const more = useReaderItems(mail, areImagesShown)
  const navigate = useNavigate()
  const [isSourceShown, setSourceShown] = useState(false)
  const share = () => navigate(pathTo('shareMail', {}, { id: mail?.id }))

  return (
    <>
      <MoreMenu
        label={label}
        isUsable={mail !== undefined}
        items={[
          ...items,
          ...more.map((item, at) => (at === 0 ? { ...item, isFirstOfKind: true } : item)),
          ...(canShare(mail) ? [{ key: 'share', label: t('share'), onChoose: share }] : []),
          { key: 'source', label: t('viewSource'), onChoose: () => setSourceShown(true) },
        ]}
      />
      {isSourceShown && mail !== undefined && (
        <SourceDialog mail={mail} downloadLink={source} onClose={() => setSourceShown(false)} />
      )}
    </>
  )
}

/** What waits to be sent, or was deleted, is shown to nobody else. */
function canShare(mail: Mail | undefined): boolean {
  return mail?.waits === undefined && mail?.recoverableUntil === undefined && mail?.folder !== 'deleted'
}

type MenuProps = { isUsable: boolean; items: readonly MenuItem[]; label?: string | undefined }

export function MoreMenu({ isUsable, items, label }: MenuProps) {
  const { t } = useTranslation('reading')
  const name = label ?? t('more')
  return (
    <Menu
      label={name}
      className="reading-action"
      align="end"
      disabledReason={isUsable ? undefined : t('stillLoading')}
      items={items}
    >
      <MoreOutlined aria-hidden="true" />
      <span className="visually-hidden">{name}</span>
    </Menu>
  )
}
