import { useTranslation } from 'react-i18next'
import type { Mail } from '../../../contract/shapes'

/** What the receiving server found of the sender, in words; silent when it looked at nothing. */
export function SenderCheck({ authentication }: { authentication: Mail['authentication'] }) {
  const { t } = useTranslation('reading')
  const { spf, dkim, dmarc } = authentication
  const verdicts = [spf, dkim, dmarc]
  if (verdicts.every((verdict) => verdict === 'none')) return null
  const isGood = dmarc === 'pass' || (dmarc === 'none' && !verdicts.includes('fail'))
  return (
    <span className={`reading-check ${isGood ? 'is-good' : 'is-bad'}`} title={t('checkDetail', { spf, dkim, dmarc })}>
      {t(isGood ? 'senderVerified' : 'senderDoubtful')}
    </span>
  )
}
