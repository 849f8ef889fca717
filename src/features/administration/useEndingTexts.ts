/** Says what ends with an account, before its removal and in the log. */
import { useTranslation } from 'react-i18next'
import { readableAddress } from '#contract/mail/domainSpelling'
import { endingKinds } from '#contract/organizations/administrationRules'

export function useEndingTexts() {
  const { t } = useTranslation('administration')
  return (found: Readonly<Record<string, string | number | boolean>>): readonly string[] => {
    const counts = endingKinds.flatMap((kind) => {
      const count = found[kind]
      return typeof count === 'number' && count > 0 ? [t(`endings.${kind}`, { count })] : []
    })
    const { forward } = found
    if (typeof forward !== 'string' || forward === '') return counts
    return [...counts, t('endings.forward', { address: readableAddress(forward) })]
  }
}
