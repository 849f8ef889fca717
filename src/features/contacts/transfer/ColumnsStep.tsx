/** What each column of a csv holds, beside what stands in its first rows. */
import Checkbox from 'antd/es/checkbox'
import Select from 'antd/es/select'
import { useTranslation } from 'react-i18next'
import { type CsvField, type CsvPreset, csvFields } from '#contract/contacts/contactFiles'
import type { ImportState } from './useContactImport'

const names: readonly CsvField[] = ['name', 'family', 'given', 'company', 'nickname']
const addresses: readonly CsvField[] = ['email', 'homeEmail', 'workEmail']

/** Programs that have one name in both languages. */
const brands: Readonly<Partial<Record<CsvPreset, string>>> = {
  google: 'Google',
  outlook: 'Outlook',
  icloud: 'iCloud',
  thunderbird: 'Thunderbird',
  foxmail: 'Foxmail',
  yahoo: 'Yahoo',
}

/** Whether a person can come of the columns. */
export const isMapped = (columns: readonly CsvField[]): boolean =>
  columns.some((field) => names.includes(field)) && columns.some((field) => addresses.includes(field))

export function ColumnsStep({ state: { found, setColumn, setHeader } }: { state: ImportState }) {
  const { t } = useTranslation('contactFiles')
  if (found === null) return null
  const { preset, header, columns, rows } = found
  const samples = header ? rows.slice(1) : rows
  const nameOf = (at: number) => (header && rows[0]?.[at]) || t('columnAt', { number: at + 1 })
  // A column has no name but its number.
  const numbered = columns.map((field, at) => ({ at, field }))
  return (
    <>
      <h2 tabIndex={-1}>{t('step.columns')}</h2>
      <p>{preset === null ? t('noPreset') : t('preset', { preset: brands[preset] ?? t(`presets.${preset}`) })}</p>
      <Checkbox checked={header} onChange={(event) => setHeader(event.target.checked)}>
        {t('header')}
      </Checkbox>
      {!isMapped(columns) && <p className="contact-files-fault">{t('needs')}</p>}
      <div className="contact-files-table">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('column')}</th>
              <th scope="col">{t('samples')}</th>
              <th scope="col">{t('field')}</th>
            </tr>
          </thead>
          <tbody>
            {numbered.map(({ at, field }) => (
              <tr key={at}>
                <th scope="row">{nameOf(at)}</th>
                <td>
                  {samples
                    .map((cells) => cells[at] ?? '')
                    .filter(Boolean)
                    .slice(0, 3)
                    .join(' · ')}
                </td>
                <td>
                  <Select<CsvField>
                    aria-label={t('fieldOf', { column: nameOf(at) })}
                    value={field}
                    showSearch={{ optionFilterProp: 'label' }}
                    onChange={(chosen) => setColumn(at, chosen)}
                    options={csvFields.map((value) => ({ value, label: t(`fields.${value}`) }))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
