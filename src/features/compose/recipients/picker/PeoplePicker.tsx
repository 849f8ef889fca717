/** Recipients chosen from the contacts, by group and by search; a group can be taken whole. */
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { contactViews, listContacts, queryAllContacts } from '#contract/endpoints/contacts/contacts'
import type { ContactGroup } from '#contract/endpoints/sending/contacts'
import type { Address } from '#contract/shapes'
import { Avatar } from '#src/components/brand/Avatar'
import { useTypedSearch } from '#src/components/browser/useTypedSearch'
import { Button } from '#src/components/button/Button'
import { Dialog } from '#src/components/dialog/Dialog'
import { EmptyState } from '#src/components/state/EmptyState'
import { ErrorNote } from '#src/components/state/ErrorNote'
import { Skeleton } from '#src/components/state/Skeleton'
import { plainAddress, plainName } from '#src/components/text/AddressText'
import { inNameOrder } from '#src/lib/i18n/byName'
import { useReply } from '#src/store/ask'
import './peoplePicker.css'

type Props = {
  /** The line that they are put into. */
  label: string
  onPick: (people: readonly Address[]) => void
  onGroup: (group: ContactGroup) => void
  onClose: () => void
}

export function PeoplePicker({ label, onPick, onGroup, onClose }: Props) {
  const { t } = useTranslation(['compose', 'common'])
  const [view, setView] = useState('all')
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<ReadonlyMap<string, Address>>(new Map())

  function toggle(person: Address) {
    const next = new Map(chosen)
    if (!next.delete(person.address)) next.set(person.address, person)
    setChosen(next)
  }

  return (
    <Dialog
      title={t('picker.title', { line: label })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button
            tone="primary"
            disabled={chosen.size === 0}
            onClick={() => {
              onPick([...chosen.values()])
              onClose()
            }}
          >
            {chosen.size === 0 ? t('picker.none') : t('picker.add', { count: chosen.size })}
          </Button>
        </>
      }
    >
      <div className="compose-picker">
        <PickerHead
          view={view}
          onView={setView}
          typed={typed}
          onSearch={setTyped}
          onGroup={(group) => {
            onGroup(group)
            onClose()
          }}
        />
        <PickerRows key={`${view} ${typed}`} view={view} typed={typed} chosen={chosen} onToggle={toggle} />
      </div>
    </Dialog>
  )
}

type HeadProps = Pick<Props, 'onGroup'> & {
  view: string
  onView: (view: string) => void
  typed: string
  onSearch: (typed: string) => void
}

function PickerHead({ view, onView, typed, onSearch, onGroup }: HeadProps) {
  const { t, i18n } = useTranslation(['compose', 'contacts'])
  const search = useTypedSearch(typed, onSearch)
  const all = useReply(queryAllContacts, {})
  const groups = inNameOrder(all.last?.groups ?? [], i18n.language)
  const group = groups.find(({ id }) => id === view) ?? null
  return (
    <div className="compose-picker-head">
      <input
        type="search"
        className="ep-input"
        {...search}
        placeholder={t('contacts:searchHint')}
        aria-label={t('contacts:search')}
        maxLength={320}
      />
      <select
        className="ep-input"
        aria-label={t('contacts:groups')}
        value={view}
        onChange={(event) => onView(event.target.value)}
      >
        {contactViews.map((id) => (
          <option key={id} value={id}>
            {t(`contacts:views.${id}`)}
          </option>
        ))}
        {groups.map(({ id, name, members }) => (
          <option key={id} value={id}>
            {`${plainName(name)} (${members})`}
          </option>
        ))}
      </select>
      {group !== null && group.members > 0 && <Button onClick={() => onGroup(group)}>{t('picker.group')}</Button>}
    </div>
  )
}

type RowsProps = {
  view: string
  typed: string
  chosen: ReadonlyMap<string, Address>
  onToggle: (person: Address) => void
}

/** Page by page, each asked for when the one before it was read. */
function PickerRows(props: RowsProps) {
  const { t } = useTranslation('contacts')
  const [cursors, setCursors] = useState<readonly string[]>([''])
  return (
    <fieldset className="compose-picker-rows" aria-label={t('title')}>
      {cursors.map((cursor, at) => (
        <PickerPage
          key={cursor}
          {...props}
          cursor={cursor}
          onMore={at === cursors.length - 1 ? (next) => setCursors([...cursors, next]) : null}
        />
      ))}
    </fieldset>
  )
}

type PageProps = RowsProps & {
  cursor: string
  /** Null where the next page is there. */
  onMore: ((next: string) => void) | null
}

function PickerPage({ view, typed, cursor, chosen, onToggle, onMore }: PageProps) {
  const { t } = useTranslation(['compose', 'contacts'])
  const known = contactViews.find((one) => one === view)
  const answer = useReply(listContacts, { ...(known === undefined ? { group: view } : { view: known }), typed, cursor })
  const id = useId()
  if (answer.state === 'failed') return <ErrorNote message={`errors:${answer.code}`} onRetry={answer.retry} />
  if (answer.state === 'waiting')
    return (
      <div aria-busy="true">
        <Skeleton lines={5} />
      </div>
    )
  const { contacts, next } = answer.reply
  const people = contacts.filter(({ email }) => email !== '')
  if (people.length === 0 && next === '' && cursor === '') return <EmptyState title={t('contacts:nothingFound')} />
  return (
    <>
      {people.map(({ id: contact, name, email }) => (
        <label key={contact} className="compose-picker-row" htmlFor={`${id}-${contact}`}>
          <input
            id={`${id}-${contact}`}
            type="checkbox"
            className="ep-checkbox"
            checked={chosen.has(email)}
            onChange={() => onToggle({ name, address: email })}
          />
          <Avatar name={name} size={28} />
          <bdi className="compose-picker-name">{plainName(name)}</bdi>
          <bdi className="compose-picker-address">{plainAddress(email)}</bdi>
        </label>
      ))}
      {next !== '' && onMore !== null && (
        <button type="button" className="ep-link" onClick={() => onMore(next)}>
          {t('picker.more')}
        </button>
      )}
    </>
  )
}
