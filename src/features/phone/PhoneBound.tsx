import { useTranslation } from 'react-i18next'
import { useIsHeard } from '../../components/state/useIsHeard'

/** What the looking came to, in a dialog that has just opened. */
export function PhoneBound({ phone }: { phone: string }) {
  const { t } = useTranslation('phone')
  const isHeard = useIsHeard()
  return (
    <p className="phone-bound" role="status">
      {isHeard && t('bound', { phone })}
    </p>
  )
}
