import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import { useTranslation } from 'react-i18next'
import { contrast, type PairKind, pairs, pairsOf } from './contrast'
import type { Token } from './tokens'

/** Which colour stands on which, and whether it can be told from it. */
export function Contrasts({ kind, colours }: { kind: PairKind; colours: readonly Token[] }) {
  const { t, i18n } = useTranslation('typography')
  const { least } = pairs[kind]
  const colourOf = (name: string) => colours.find((token) => token.name === name)?.value
  const ratio = new Intl.NumberFormat(i18n.language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return (
    <section>
      <h2>{t(kind)}</h2>
      <p className="guide-note type-least">{t('least', { least: ratio.format(least) })}</p>
      <ul className="type-pairs">
        {pairsOf(kind).map(({ front, ground }) => {
          const [one, other] = [colourOf(front), colourOf(ground)]
          if (one === undefined || other === undefined) return null
          // Rounded down: what is shown as enough is enough.
          const found = Math.floor(contrast(one, other) * 100) / 100
          const isEnough = found >= least
          return (
            <li key={`${front} ${ground}`}>
              <span
                className="type-sample"
                aria-hidden="true"
                style={{ background: `var(--ep-${ground})`, color: `var(--ep-${front})` }}
              >
                {kind === 'texts' ? t('sample') : <span className="type-mark" />}
              </span>
              <span>{t('pair', { front, ground })}</span>
              <span className={isEnough ? 'type-enough' : 'type-faint'}>
                {isEnough ? <CheckOutlined aria-hidden="true" /> : <CloseOutlined aria-hidden="true" />}{' '}
                {t(isEnough ? 'enough' : 'faint', { ratio: ratio.format(found) })}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
