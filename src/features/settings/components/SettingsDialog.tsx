import { useTranslation } from 'react-i18next'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { ErrorNote } from '../../../components/ErrorNote'
import { Skeleton } from '../../../components/Skeleton'
import { settingNames } from '../../../contract/settings'
import { selectSettingsStatus } from '../../../store/settings'
import { loadSettings } from '../../../store/settingsThunks'
import { useAppDispatch, useAppSelector } from '../../../store/typed'
import { DesktopNews } from '../../news'
import { ImageSenders } from './ImageSenders'
import { MailLinks } from './MailLinks'
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
          <DesktopNews />
          <ImageSenders />
          <MailLinks />
          <PasswordChange />
        </>
      )}
    </Dialog>
  )
}
