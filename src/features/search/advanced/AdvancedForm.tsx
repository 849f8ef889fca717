/** Every field of a question, with the text that says the same below it. */
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { anywhere } from '#contract/endpoints/mail/mail'
import { selectFolders } from '#src/store/mail/folders'
import { useAppSelector } from '#src/store/typed'
import { queryFault } from '../searchFind'
import { formatQuery, parseQuery, readSize, type SearchQuery, textFields, writeSize, yesOrNo } from '../searchQuery'
import { folderIdOf, folderTextOf } from '../useRunSearch'
import { ChoiceField } from './ChoiceField'
import { TextField } from './TextField'
import './AdvancedForm.css'

type Props = { id: string; query: SearchQuery; onSubmit: (query: SearchQuery) => void }
type Sizes = { readonly larger: string; readonly smaller: string }

const sizeFields = ['larger', 'smaller'] as const
const dayFields = ['after', 'before'] as const
const answers = { any: null, yes: true, no: false } as const

export function AdvancedForm({ id, query: given, onSubmit }: Props) {
  const { t } = useTranslation(['search', 'errors'])
  const folders = useAppSelector(selectFolders)
  const [query, setQuery] = useState<SearchQuery>({
    ...given,
    folder: given.folder === '' ? '' : folderIdOf(given.folder, folders, (name) => t(`search:folder.${name}`)),
  })
  const [sizes, setSizes] = useState<Sizes>({
    larger: given.larger === null ? '' : writeSize(given.larger),
    smaller: given.smaller === null ? '' : writeSize(given.smaller),
  })
  const [fault, setFault] = useState<string | null>(null)

  function change(part: Partial<SearchQuery>) {
    setQuery({ ...query, ...part })
    setFault(null)
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const wrong = sizeFields.find((name) => sizes[name] !== '' && readSize(sizes[name]) === null)
    if (wrong !== undefined) return setFault('search:sizeFault')
    // Operators that were typed among the words count as such.
    const asked = parseQuery(`${query.words} ${formatQuery({ ...query, words: '' })}`)
    const whole = { ...asked, location: query.location, folder: asked.folder || query.folder }
    const refusal = queryFault(whole)
    if (refusal !== null) return setFault(`errors:${refusal}`)
    onSubmit(whole)
  }

  return (
    <form id={id} className="search-form" onSubmit={handleSubmit}>
      <TextField label={t('search:words')} value={query.words} onChange={(words) => change({ words })} />
      {textFields.map((name) => (
        <TextField
          key={name}
          label={t(`search:field.${name}`)}
          value={query[name]}
          onChange={(value) => change({ [name]: value })}
        />
      ))}
      <ChoiceField
        label={t('search:inFolder')}
        value={query.folder}
        choices={[
          ['', t('search:allFolders')],
          [anywhere, t('search:folder.anywhere')],
          ...folders.map(({ id: folder, name }): readonly [string, string] => [
            folder,
            folderTextOf(folder, folders) === folder ? t(`search:folder.${folder}`, { defaultValue: name }) : name,
          ]),
        ]}
        onChange={(folder) => change({ folder })}
      />
      {dayFields.map((name) => (
        <TextField
          key={name}
          type="date"
          label={t(`search:${name}`)}
          value={query[name]}
          onChange={(value) => change({ [name]: value })}
        />
      ))}
      {sizeFields.map((name) => (
        <TextField
          key={name}
          label={t(`search:${name}`)}
          hint={t('search:sizeHint')}
          value={sizes[name]}
          onChange={(value) => {
            setSizes({ ...sizes, [name]: value })
            change({ [name]: value === '' ? null : (readSize(value) ?? query[name]) })
          }}
        />
      ))}
      {yesOrNo.map((name) => (
        <ChoiceField
          key={name}
          label={t(`search:choice.${name}.label`)}
          value={query[name] === null ? 'any' : query[name] ? 'yes' : 'no'}
          choices={[
            ['any', t('search:any')],
            ['yes', t(`search:choice.${name}.yes`)],
            ['no', t(`search:choice.${name}.no`)],
          ]}
          onChange={(value) => {
            if (value === 'any' || value === 'yes' || value === 'no') change({ [name]: answers[value] })
          }}
        />
      ))}
      {fault !== null && (
        <p className="search-form-fault" role="alert">
          {t(fault)}
        </p>
      )}
      <p className="search-form-text">
        {t('search:asText')} <code>{formatQuery(query, folderTextOf(query.folder, folders)) || '—'}</code>
      </p>
    </form>
  )
}
