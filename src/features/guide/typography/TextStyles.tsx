import styles from 'virtual:styles-in-use'
import { useTranslation } from 'react-i18next'

/** Every size and weight that a style sheet asks for, shown as it is; em and per cent are of what stands around. */
export function TextStyles() {
  const { t } = useTranslation('typography')
  return (
    <>
      <section>
        <h2>{t('sizes')}</h2>
        <ul className="type-texts">
          {styles.sizes.map(([value, times]) => (
            <li key={value}>
              <span className="type-value">
                <code>{value}</code> · {t('times', { count: times })}
              </span>
              <span className="type-line" style={{ fontSize: value }}>
                {t('sentence')}
              </span>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2>{t('weights')}</h2>
        <ul className="type-texts">
          {styles.weights.map(([value, times]) => (
            <li key={value}>
              <span className="type-value">
                <code>{value}</code> · {t('times', { count: times })}
              </span>
              <span className="type-line" style={{ fontWeight: value }}>
                {t('sentence')}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
