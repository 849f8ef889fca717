/** Opens import and export, whose code comes when one of them is opened. */
import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyDialog } from '#src/components/lazy/lazyDialog'
import { Menu } from '#src/components/menu/Menu'
import type { ContactQuery } from '../contactsSlice'

const ContactImportDialog = lazyDialog(async () => (await import('.')).ContactImportDialog)
const ContactExportDialog = lazyDialog(async () => (await import('.')).ContactExportDialog)

type Props = {
  /** What the list shows, and the ids of those selected in it. */
  query: ContactQuery
  selected: readonly string[]
}

export function TransferMenu({ query, selected }: Props) {
  const { t } = useTranslation('contacts')
  const [open, setOpen] = useState<'import' | 'export' | null>(null)
  const items = [
    { key: 'import', label: t('import'), onChoose: () => setOpen('import') },
    { key: 'export', label: t('export'), onChoose: () => setOpen('export') },
  ]
  return (
    <>
      <Menu label={t('transfer')} items={items} align="end">
        <MoreOutlined aria-hidden />
      </Menu>
      {open === 'import' && <ContactImportDialog onClose={() => setOpen(null)} />}
      {open === 'export' && <ContactExportDialog query={query} selected={selected} onClose={() => setOpen(null)} />}
    </>
  )
}
