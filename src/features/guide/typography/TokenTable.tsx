import { useTranslation } from 'react-i18next'
import type { Token } from './tokens'

export function TokenTable({ title, tokens }: { title: string; tokens: readonly Token[] }) {
  const { t } = useTranslation('typography')
  return (
    <section>
      <h2>{title}</h2>
      <table className="guide-table">
        <thead>
          <tr>
            <th scope="col">{t('name')}</th>
            <th scope="col">{t('value')}</th>
          </tr>
        </thead>
        <tbody>
          {tokens.map(({ name, value }) => (
            <tr key={name}>
              <td>
                <code>{name}</code>
              </td>
              <td>
                <code>{value}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
