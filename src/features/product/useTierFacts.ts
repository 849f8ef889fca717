/** What each tier may do, in words, from the one table of tiers. */
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { fileSize } from '../../components/text/fileSize'
import { priceText } from '../../components/text/priceText'
import { type TierId, tiers } from '../../contract/tiers'

/** In the order of the columns. */
export const tierFacts = ['month', 'year', 'space', 'recipients', 'sends', 'recalls', 'recovery', 'schedule'] as const
export type TierFact = (typeof tierFacts)[number]

function factText(id: TierId, fact: TierFact, t: TFunction<'product'>, language: string): string {
  const tier = tiers[id]
  const texts: Readonly<Record<TierFact, () => string>> = {
    month: () => priceText(tier.fenPerMonth),
    year: () => priceText(tier.fenPerYear),
    space: () => fileSize(tier.quotaBytes, language),
    recipients: () => t('value.people', { count: tier.recipientsPerMail }),
    sends: () => t('value.messages', { count: tier.sendsPerDay }),
    recalls: () => (tier.recallsPerMonth === 0 ? t('value.no') : t('value.times', { count: tier.recallsPerMonth })),
    recovery: () => t(tier.canRecover ? 'value.yes' : 'value.no'),
    schedule: () => t('value.days', { count: tier.scheduleDays }),
  }
  return texts[fact]()
}

export function useTierFacts() {
  const { t, i18n } = useTranslation(['product', 'layout'])
  const language = i18n.language
  return {
    nameOf: (id: TierId) => t(`layout:tier.${id}`),
    textOf: (id: TierId, fact: TierFact) => factText(id, fact, t, language),
    priceOf: (id: TierId) => t('product:value.perMonth', { price: priceText(tiers[id].fenPerMonth) }),
  }
}
