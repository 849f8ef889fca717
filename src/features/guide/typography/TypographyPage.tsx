import styles from 'virtual:styles-in-use'
import { useTranslation } from 'react-i18next'
import { GuideFrame } from '../GuideFrame'
import { Contrasts } from './Contrasts'
import { SkinChoice } from './SkinChoice'
import { TextStyles } from './TextStyles'
import { TokenTable } from './TokenTable'
import { useTokens } from './useTokens'
import './typography.css'

/** Every colour, text style, distance, radius and skin in use, as this page itself has them. */
export function TypographyPage() {
  const { t } = useTranslation(['typography', 'look'])
  const { colours, lengths, others, skin, isDark } = useTokens()
  const shown = t('typography:shown', {
    skin: t(`look:skin.${skin}`),
    mode: t(isDark ? 'look:mode.dark' : 'look:mode.light'),
  })
  return (
    <GuideFrame page="typography" intro={t('typography:intro')}>
      <section>
        <h2>{t('typography:skins')}</h2>
        <SkinChoice />
        <p role="status" className="guide-note">
          {shown}
        </p>
      </section>
      <section>
        <h2>{t('typography:colours')}</h2>
        <ul className="type-colours">
          {colours.map(({ name, value }) => (
            <li key={name}>
              <span className="type-swatch" style={{ background: `var(--ep-${name})` }} />
              <code>{name}</code>
              <code className="type-value">{value}</code>
            </li>
          ))}
        </ul>
      </section>
      <Contrasts kind="texts" colours={colours} />
      <Contrasts kind="marks" colours={colours} />
      <TextStyles />
      <section>
        <h2>{t('typography:spaces')}</h2>
        <ul className="type-bars">
          {styles.spaces.map(([value, times]) => (
            <li key={value}>
              <code>{value}</code>
              <span className="type-value">{t('typography:times', { count: times })}</span>
              <span className="type-bar" style={{ inlineSize: `min(${value}, 100%)` }} />
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2>{t('typography:radii')}</h2>
        <ul className="type-radii">
          {styles.radii.map(([value, times]) => (
            <li key={value}>
              <span className="type-corner" style={{ borderStartStartRadius: value }} />
              <code>{value}</code>
              <span className="type-value">{t('typography:times', { count: times })}</span>
            </li>
          ))}
        </ul>
      </section>
      <TokenTable title={t('typography:others')} tokens={[...lengths, ...others]} />
    </GuideFrame>
  )
}
