import { useTranslation } from 'react-i18next'
import type { Mail } from '#contract/shapes'

type Authentication = Mail['authentication']

/** DMARC alone ties the address that a person sees to the sender; the other two speak of servers and of the text. */
function verdictOf({ spf, dkim, dmarc }: Authentication) {
  if (dmarc === 'pass') return { words: 'senderVerified', tone: 'is-good' } as const
  if (dmarc === 'fail' || spf === 'fail' || dkim === 'fail') return { words: 'senderDoubtful', tone: 'is-bad' } as const
  return { words: 'senderPartly', tone: 'is-partly' } as const
}

function isUnchecked({ spf, dkim, dmarc }: Authentication): boolean {
  return [spf, dkim, dmarc].every((verdict) => verdict === 'none')
}

/** What the receiving server found of the sender, in a word; silent when it looked at nothing. */
export function SenderCheck({ authentication }: { authentication: Authentication }) {
  const { t } = useTranslation('reading')
  if (isUnchecked(authentication)) return null
  const { words, tone } = verdictOf(authentication)
  return <span className={`reading-check ${tone}`}>{t(words)}</span>
}

/** The same in whole sentences, each check by itself. */
export function SenderCheckDetails({ authentication }: { authentication: Authentication }) {
  const { t } = useTranslation('reading')
  if (isUnchecked(authentication)) return t('notChecked')
  return (
    <ul className="reading-addresses">
      {(['spf', 'dkim', 'dmarc'] as const).map((check) => (
        <li key={check}>{t(`check.${check}-${authentication[check]}`)}</li>
      ))}
    </ul>
  )
}
