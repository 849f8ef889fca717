import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/components/button/Button'
import { useSetting } from '#src/store/settings/useSetting'
import { askForDesktop, desktopPermission } from './desktop'

/** Beside the setting: whether this browser lets the desktop be told, and where that can be changed. Nothing while it is not wanted. */
export function DesktopNotifications() {
  const { t } = useTranslation('news')
  const manner = useSetting('desktopNews')
  const [permission, setPermission] = useState(desktopPermission)
  if (manner === 'off') return null
  return (
    <div className="news-desktop">
      {permission === 'default' && (
        <Button onClick={async () => setPermission(await askForDesktop())}>{t('desktop.ask')}</Button>
      )}
      <p className="settings-note" role="status">
        {t(`desktop.${permission}`)}
      </p>
    </div>
  )
}
