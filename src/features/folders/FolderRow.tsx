import EyeInvisibleOutlined from '@ant-design/icons/es/icons/EyeInvisibleOutlined'
import HolderOutlined from '@ant-design/icons/es/icons/HolderOutlined'
import PushpinOutlined from '@ant-design/icons/es/icons/PushpinOutlined'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { useReorder } from '../../components/browser/useReorder'
import { IconButton } from '../../components/button/IconButton'
import { fileSize } from '../../components/text/fileSize'
import type { Folder } from '../../contract/shapes'
import { FolderMenu } from './FolderMenu'
import { useFolderName } from './useFolderName'

type Props = {
  folder: Folder
  level: number
  /** For a folder of the person's own. */
  reorder?: ReturnType<typeof useReorder<Folder>>
}

export function FolderRow({ folder, level, reorder }: Props) {
  const { t, i18n } = useTranslation('folders')
  const nameOf = useFolderName()
  const name = nameOf(folder)
  const place = reorder?.positionOf(folder)
  const further =
    reorder === undefined || place === undefined
      ? []
      : [
          ...(place.at > 0 ? [{ key: 'up', label: t('up'), onChoose: () => reorder.step(folder, -1) }] : []),
          ...(place.at < place.count - 1
            ? [{ key: 'down', label: t('down'), onChoose: () => reorder.step(folder, 1) }]
            : []),
        ]
  const mayMove = reorder !== undefined && place !== undefined && place.count > 1
  return (
    <tr {...(mayMove ? reorder.rowProps(folder) : {})}>
      <th scope="row">
        <span className={`folders-cell folders-level-${level}`}>
          <span className="folders-name">{name}</span>
          {folder.pinned === true && <Badge label={t('pinned')} icon={<PushpinOutlined />} />}
          {folder.hidden === true && <Badge label={t('hidden')} icon={<EyeInvisibleOutlined />} />}
        </span>
      </th>
      <td>{folder.total}</td>
      <td>{folder.unread}</td>
      <td>{fileSize(folder.size, i18n.language)}</td>
      <td>
        <span className="folders-actions">
          {mayMove && (
            <IconButton
              className="folders-grip"
              label={t('move', { name })}
              icon={<HolderOutlined />}
              aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
            />
          )}
          <FolderMenu folder={folder} further={further} />
        </span>
      </td>
    </tr>
  )
}

function Badge({ label, icon }: { label: string; icon: ReactNode }) {
  return (
    <span className="folders-badge" title={label}>
      <span aria-hidden="true">{icon}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  )
}
