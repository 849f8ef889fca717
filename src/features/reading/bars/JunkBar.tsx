/** Why a message lies in Junk, in one quiet line with the way out of it. */
import { useTranslation } from 'react-i18next'
import type { Mail } from '#contract/shapes'
import { useMoveOf } from '../useMailActions'

type Props = { mail: Mail; reason: NonNullable<Mail['junkBy']> }

export function JunkBar({ mail, reason }: Props) {
  const { t } = useTranslation('reading')
  const move = useMoveOf(mail)
  return (
    <p className="reading-bar reading-bar-quiet">
      <span>{t('inJunk', { reason: t(`junkBy.${reason}`) })}</span>
      <button type="button" className="ep-link reading-bar-action" onClick={() => move('inbox')}>
        {t('notJunk')}
      </button>
    </p>
  )
}
