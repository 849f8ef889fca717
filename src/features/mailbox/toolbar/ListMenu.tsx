/** What is done to a list as a whole, in the head of it. */
import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyDialog } from '#src/components/lazy/lazyDialog'
import { Menu } from '#src/components/menu/Menu'
import { selectFolders } from '#src/store/mail/folders'
import { useAppSelector } from '#src/store/typed'
import type { MailCommands } from '../actions/useMailCommands'
import { isRecoverable, isWaiting, takesImports } from '../folderAbilities'

const ImportDialog = lazyDialog(async () => (await import('../../transfer')).ImportDialog)

type Props = {
  folder: string
  commands: Pick<MailCommands, 'markAllRead'>
  onShortcuts: () => void
}

export function ListMenu({ folder, commands, onShortcuts }: Props) {
  const { t } = useTranslation(['mail'])
  const canImport = useAppSelector((state) => takesImports(selectFolders(state), folder))
  const [isImporting, setImporting] = useState(false)
  // What was found is no folder that could be marked whole.
  const canMark = folder !== 'search' && !isRecoverable(folder) && !isWaiting(folder)
  return (
    <>
      <Menu
        label={t('mail:listMenu')}
        align="end"
        items={[
          ...(canMark ? [{ key: 'allRead', label: t('mail:mark.allRead'), onChoose: commands.markAllRead }] : []),
          ...(canImport
            ? [{ key: 'import', label: t('mail:moreActions.import'), onChoose: () => setImporting(true) }]
            : []),
          {
            key: 'shortcuts',
            label: t('mail:moreActions.shortcuts'),
            isFirstOfKind: canMark || canImport,
            onChoose: onShortcuts,
          },
        ]}
      >
        <MoreOutlined aria-hidden />
      </Menu>
      {isImporting && <ImportDialog folder={folder} onClose={() => setImporting(false)} />}
    </>
  )
}
