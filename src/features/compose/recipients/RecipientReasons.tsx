/** Why some recipients of a line cannot be written to, each reason with those whom it is about. */
import { useTranslation } from 'react-i18next'
import { plainAddress } from '#src/components/text/AddressText'
import type { Recipient } from './recipients'

type Props = { id: string; list: readonly Recipient[]; reasonOf: (recipient: Recipient) => string | null }

export function RecipientReasons({ id, list, reasonOf }: Props) {
  const { t } = useTranslation('compose')
  const found = new Map<string, string[]>()
  for (const recipient of list) {
    const reason = reasonOf(recipient)
    if (reason !== null) found.set(reason, [...(found.get(reason) ?? []), plainAddress(recipient.address)])
  }
  // It stays where there is nothing to say: what comes into it is spoken.
  return (
    <ul className="compose-reasons" id={id} aria-live="polite">
      {[...found].map(([reason, addresses]) => (
        <li key={reason}>
          <span>{reason}</span>
          {t('colon')}
          {addresses.map((address, at) => (
            <span key={address}>
              {at > 0 && t('listComma')}
              <bdi>{address}</bdi>
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}
