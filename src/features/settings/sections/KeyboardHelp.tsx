import Button from 'antd/es/button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyDialog } from '#src/components/lazy/lazyDialog'

const ShortcutsDialog = lazyDialog(async () => (await import('../../shortcuts')).ShortcutsDialog)

/** Opens the list of all keys. */
export function KeyboardHelp() {
  const { t } = useTranslation('settings')
  const [isOpen, setOpen] = useState(false)
  return (
    <p className="settings-note">
      <Button onClick={() => setOpen(true)}>{t('allShortcuts')}</Button>
      {isOpen && <ShortcutsDialog onClose={() => setOpen(false)} />}
    </p>
  )
}
