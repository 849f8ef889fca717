/** The steps of an import before it runs: the file, its encoding, duplicates and group. */
import Button from 'antd/es/button'
import Input from 'antd/es/input'
import Radio from 'antd/es/radio'
import Select from 'antd/es/select'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { duplicateChoices, type FileEncoding, fileEncodings } from '#contract/contacts/contactFiles'
import { limits } from '#contract/limits'
import { lazyPiece } from '#src/components/lazy/lazyPiece'
import { inNameOrder } from '#src/lib/i18n/byName'
import { useAppSelector } from '#src/store/typed'
import { selectContacts } from '../contactsSlice'
import { OutcomeTools } from './ImportOutcome'
import type { ImportState } from './useContactImport'

/** Fetched once something is on its way. */
export const Progress = lazyPiece(async () => (await import('antd/es/progress')).default, 'nothing')

type Props = { state: ImportState }

export function FileStep({ state }: Props) {
  const { t } = useTranslation('contactFiles')
  const { file, isBusy, recent, choose } = state
  const picker = useRef<HTMLInputElement>(null)
  const isSent = file.sent >= file.size
  return (
    <>
      <h2 tabIndex={-1}>{t('step.file')}</h2>
      <p className="contact-files-hint">{t('hint')}</p>
      <input
        ref={picker}
        type="file"
        hidden
        accept=".csv,.vcf,text/csv,text/vcard"
        aria-label={t('choose')}
        onChange={({ target }) => {
          const [chosen] = target.files ?? []
          // The same file may be chosen once more.
          target.value = ''
          if (chosen !== undefined) void choose(chosen)
        }}
      />
      <Button type="primary" loading={isBusy} onClick={() => picker.current?.click()}>
        {t('choose')}
      </Button>
      {isBusy && (
        <>
          <p role="status">{isSent ? t('reading') : t('sending', { name: file.name })}</p>
          <Progress
            percent={file.size === 0 ? 0 : Math.floor((file.sent / file.size) * 100)}
            aria-label={t('sending', { name: file.name })}
          />
        </>
      )}
      {recent.length > 0 && (
        <section aria-label={t('recent')}>
          <h3>{t('recent')}</h3>
          <ul className="contact-files-recent">
            {recent.map((one) => (
              <li key={one.id}>
                <bdi>{one.name}</bdi>
                <span>{one.state === 'undone' ? t('state.undone') : t('counts.added', { count: one.added })}</span>
                <OutcomeTools outcome={one} state={state} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

export function CheckStep({ state: { found, isBusy, reread } }: Props) {
  const { t } = useTranslation('contactFiles')
  const id = useId()
  if (found === null) return null
  const { kind, encoding, marked, rows } = found
  const head = [t('name'), t('email'), t('phone')]
  // A person has no name in a file but where they stand in it.
  const numbered = rows.map((cells, row) => ({ row, cells: cells.map((text, at) => ({ at, text })) }))
  return (
    <>
      <h2 tabIndex={-1}>{t('step.check')}</h2>
      <label htmlFor={id}>{t('encoding')}</label>
      <Select<FileEncoding>
        id={id}
        className="contact-files-choice"
        value={encoding}
        loading={isBusy}
        onChange={reread}
        options={fileEncodings.map((value) => ({
          value,
          label: marked && value === encoding ? `${value.toUpperCase()} (${t('marked')})` : value.toUpperCase(),
        }))}
      />
      <p className="contact-files-hint">{t('previewHint')}</p>
      {/* Wide tables are scrolled with the keys as well. */}
      <section className="contact-files-table" aria-label={t('preview')}>
        <table>
          {kind === 'vcf' && (
            <thead>
              <tr>
                {head.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
          )}
          <tbody>
            {numbered.map(({ row, cells }) => (
              <tr key={row}>
                {cells.map(({ at, text }) => (
                  <td key={at}>{text}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

export function PeopleStep({ state: { plan, setPlan } }: Props) {
  const { t, i18n } = useTranslation('contactFiles')
  const { groups } = useAppSelector(selectContacts)
  const ids = { choices: useId(), group: useId(), name: useId() }
  return (
    <>
      <h2 tabIndex={-1} id={ids.choices}>
        {t('duplicates')}
      </h2>
      <Radio.Group
        vertical
        aria-labelledby={ids.choices}
        value={plan.duplicates}
        onChange={(event) => setPlan({ ...plan, duplicates: event.target.value })}
        options={duplicateChoices.map((value) => ({
          value,
          label: (
            <>
              {t(`choices.${value}`)} <span className="contact-files-hint">{t(`choiceHints.${value}`)}</span>
            </>
          ),
        }))}
      />
      <label htmlFor={ids.group}>{t('group')}</label>
      <Select<string>
        id={ids.group}
        className="contact-files-choice"
        value={plan.group}
        onChange={(group) => setPlan({ ...plan, group })}
        options={[
          { value: '', label: t('noGroup') },
          ...inNameOrder(groups, i18n.language).map(({ id, name }) => ({ value: id, label: name })),
          { value: 'new', label: t('newGroup') },
        ]}
      />
      {plan.group === 'new' && (
        <>
          <label htmlFor={ids.name}>{t('groupName')}</label>
          <Input
            id={ids.name}
            className="contact-files-choice"
            autoComplete="off"
            maxLength={limits.groupNameCharacters}
            value={plan.newGroup}
            onChange={(event) => setPlan({ ...plan, newGroup: event.target.value })}
          />
        </>
      )}
    </>
  )
}
