import { useTranslation } from 'react-i18next'
import { GuideFrame } from '../GuideFrame'
import { BriefNotices } from './BriefNotices'
import { Dialogs } from './Dialogs'
import { FieldErrors } from './FieldErrors'
import { LongWork } from './LongWork'
import { Positions } from './Positions'
import './notifications.css'

/** Every way in which the app tells of something, told by the app's own parts when a button is pressed. */
export function NotificationsPage() {
  const { t } = useTranslation('notifications')
  return (
    <GuideFrame page="notifications" intro={t('intro')}>
      <BriefNotices />
      <LongWork />
      <Dialogs />
      <Positions />
      <FieldErrors />
    </GuideFrame>
  )
}
