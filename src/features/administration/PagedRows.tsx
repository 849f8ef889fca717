/** Rows by pages with the gateway's cursors: a table, or one column where it is narrow. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMediaQuery } from '#src/components/browser/useMediaQuery'

export type RowColumn<Row> = {
  /** The key of its title in `administration`. */
  readonly name: string
  /** Its title is for screen readers alone. */
  readonly isQuiet?: boolean
  readonly cell: (row: Row) => ReactNode
}

type Props<Row> = {
  label: string
  rows: readonly (Row & { readonly id: string })[]
  columns: readonly RowColumn<Row>[]
  isBusy: boolean
}

export function PagedRows<Row>({ label, rows, columns, isBusy }: Props<Row>) {
  const { t } = useTranslation('administration')
  // The list of the settings stands beside it.
  const isNarrow = useMediaQuery('(max-width: 1279px)')
  const titleOf = ({ name, isQuiet }: RowColumn<Row>) =>
    isQuiet ? <span className="visually-hidden">{t(name)}</span> : t(name)
  if (isNarrow)
    return (
      <ul className="administration-cards" aria-label={label} aria-busy={isBusy}>
        {rows.map((row) => (
          <li key={row.id}>
            {columns
              .map((column) => ({ column, cell: column.cell(row) }))
              .filter(({ cell }) => cell !== null)
              .map(({ column, cell }) => (
                <div key={column.name} className="administration-card-line">
                  <span className="administration-card-title">{titleOf(column)}</span>
                  <span>{cell}</span>
                </div>
              ))}
          </li>
        ))}
      </ul>
    )
  return (
    <table className="administration-table" aria-label={label} aria-busy={isBusy}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.name} scope="col">
              {titleOf(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            {columns.map(({ name, cell }) => (
              <td key={name}>{cell(row)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
