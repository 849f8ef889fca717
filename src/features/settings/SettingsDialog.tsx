import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button/Button'
import { Dialog } from '../../components/dialog/Dialog'
import { ErrorNote } from '../../components/state/ErrorNote'
import { Skeleton } from '../../components/state/Skeleton'
import { settingNames } from '../../contract/settings'
import { selectSettingsStatus } from '../../store/settings/settings'
import { loadSettings } from '../../store/settings/settingsThunks'
import { useAppDispatch, useAppSelector } from '../../store/typed'
import { DesktopNotifications } from '../newMail'
import { ImageSendersSetting } from './ImageSendersSetting'
import { MailLinksSetting } from './MailLinksSetting'
import { PasswordChange } from './PasswordChange'
import { SettingField } from './SettingField'
import './settingsDialog.css'

/** Every setting of the account, each kept as soon as it is chosen. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['settings', 'common'])
  const dispatch = useAppDispatch()
  const status = useAppSelector(selectSettingsStatus)
  return (
    <Dialog
      title={t('settings:title')}
      onClose={onClose}
      actions={
        <Button tone="primary" onClick={onClose}>
          {t('common:close')}
        </Button>
      }
    >
      {status === 'asked' && <Skeleton lines={3} />}
      {status === 'failed' && <ErrorNote message="settings:unknown" onRetry={() => void dispatch(loadSettings())} />}
      {status === 'ready' && (
        <>
          <p className="settings-hint">{t('settings:hint')}</p>
          {settingNames.map((name) => (
            <SettingField key={name} name={name} />
          ))}
          <DesktopNotifications />
          <ImageSendersSetting />
          <MailLinksSetting />
          <PasswordChange />
        </>
      )}
    </Dialog>
  )
}
