/** The list of a group or a search, and what can be done with the selected ones. */
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import MailOutlined from '@ant-design/icons/es/icons/MailOutlined'
import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import StarOutlined from '@ant-design/icons/es/icons/StarOutlined'
import SwapOutlined from '@ant-design/icons/es/icons/SwapOutlined'
import TeamOutlined from '@ant-design/icons/es/icons/TeamOutlined'
import UserAddOutlined from '@ant-design/icons/es/icons/UserAddOutlined'
import Button from 'antd/es/button'
import Input from 'antd/es/input'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ContactRecord, contactLimits } from '#contract/contacts/contactDetails'
import { contactViews } from '#contract/endpoints/contacts/contacts'
import { useTypedSearch } from '#src/components/browser/useTypedSearch'
import { Checkbox } from '#src/components/button/Checkbox'
import { Menu } from '#src/components/menu/Menu'
import { EmptyState } from '#src/components/state/EmptyState'
import { ErrorNote } from '#src/components/state/ErrorNote'
import { Skeleton } from '#src/components/state/Skeleton'
import { inNameOrder } from '#src/lib/i18n/byName'
import { selectIsFree } from '#src/store/session/session'
import { useAppDispatch, useAppSelector } from '#src/store/typed'
import { ContactGrid } from './ContactGrid'
import { deleteContacts, readContacts, setMembership, setStars } from './contactChanges'
import { type ListedContact, selectContacts, shownContacts } from './contactsSlice'
import { MergeDialog } from './duplicates/MergeDialog'
import { GroupChoice, GroupDialog } from './GroupRail'
import { TransferMenu } from './transfer/TransferMenu'
import type { ContactsAddress } from './useContactsAddress'
import { useWriteToPeople } from './useWriteToPeople'

const views: readonly string[] = contactViews

export function ContactList({ address, onRetry }: { address: ContactsAddress; onRetry: () => void }) {
  const { t } = useTranslation('contacts')
  const state = useAppSelector(selectContacts)
  const { group, find } = address
  const shown = useMemo(() => shownContacts(state, { group, typed: find }), [state, group, find])
  const rows = shown.state === 'ready' ? shown.contacts : none
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  // Those that a search hides are not meant.
  const selected = useMemo(() => rows.filter(({ id }) => chosen.has(id)), [rows, chosen])
  const selectedIds = useMemo(() => new Set(selected.map(({ id }) => id)), [selected])
  const name = views.includes(group) ? t(`views.${group}`) : (state.groups.find(({ id }) => id === group)?.name ?? '')

  return (
    <section className="contacts-list" aria-label={name}>
      <div className="contacts-list-head">
        <Search address={address} />
        <Button
          type="primary"
          icon={<UserAddOutlined aria-hidden />}
          onClick={() => address.go({ id: '', edit: 'new' })}
          aria-label={t('add')}
        >
          {t('addShort')}
        </Button>
        <TransferMenu query={{ group, typed: find }} selected={[...selectedIds]} />
      </div>
      <GroupChoice address={address} />
      {shown.state === 'failed' && <ErrorNote message={`errors:${shown.code}`} onRetry={onRetry} />}
      {shown.state === 'waiting' && (
        <div className="contacts-instead" aria-busy="true">
          <Skeleton lines={6} />
        </div>
      )}
      {shown.state === 'ready' && rows.length === 0 && <NoRows group={group} find={find} />}
      {rows.length > 0 && (
        <>
          <SelectionBar
            rows={rows}
            selected={selected}
            group={state.groups.find(({ id }) => id === group) ?? null}
            onSelect={(ids) => setChosen(new Set(ids))}
            onOpen={(id) => address.go({ id, edit: '' })}
          />
          <ContactGrid
            rows={rows}
            label={name}
            isInOrder={group !== 'recent'}
            openId={address.id}
            selected={selectedIds}
            onSelect={setChosen}
            onOpen={(id) => address.go({ id, edit: '' })}
          />
        </>
      )}
    </section>
  )
}

const none: readonly ListedContact[] = []

function NoRows({ group, find }: { group: string; find: string }) {
  const { t } = useTranslation('contacts')
  const kind = views.includes(group) ? group : 'group'
  if (find !== '') return <EmptyState title={t('nothingFound')} hint={t('nothingFoundHint')} />
  return <EmptyState title={t(`empty.${kind}`)} hint={t(`emptyHint.${kind}`)} />
}

function Search({ address }: { address: ContactsAddress }) {
  const { t } = useTranslation('contacts')
  const { find, go } = address
  const field = useTypedSearch(find, (words) => go({ find: words }, true))
  return (
    <Input
      role="searchbox"
      className="contacts-search"
      {...field}
      allowClear={{ clearIcon: <CloseOutlined aria-label={t('clearSearch')} /> }}
      prefix={<SearchOutlined aria-hidden />}
      placeholder={t('searchHint')}
      aria-label={t('search')}
      maxLength={320}
    />
  )
}

type BarProps = {
  rows: readonly ListedContact[]
  selected: readonly ListedContact[]
  /** The group that is shown, which they can be taken out of. */
  group: { readonly id: string; readonly name: string } | null
  onSelect: (ids: readonly string[]) => void
  onOpen: (id: string) => void
}

/** What can be done with the selected ones by one press. */
function useSelectionTools(
  selected: readonly ListedContact[],
  onMerge: (contacts: readonly ContactRecord[] | null) => void,
) {
  const { t } = useTranslation(['contacts', 'layout'])
  const dispatch = useAppDispatch()
  const { writeTo } = useWriteToPeople()
  const isFree = useAppSelector(selectIsFree)
  const ids = selected.map(({ id }) => id)
  const isTooMany = ids.length > contactLimits.mergedContacts
  const allStarred = selected.every(({ starred }) => starred)
  return [
    {
      key: 'write',
      icon: <MailOutlined aria-hidden />,
      label: isFree ? t('layout:freeReason') : t('write'),
      isOff: isFree,
      act: () => void writeTo(selected.map(({ name, email }) => ({ name, address: email }))),
    },
    {
      key: 'star',
      icon: <StarOutlined aria-hidden />,
      label: t(allStarred ? 'unstar' : 'star'),
      isOff: false,
      act: () => void dispatch(setStars(ids, !allStarred)),
    },
    {
      key: 'merge',
      icon: <SwapOutlined aria-hidden />,
      label: isTooMany
        ? t('mergeTooMany', { most: contactLimits.mergedContacts })
        : t('mergeMany', { count: ids.length }),
      isOff: isTooMany || ids.length < 2,
      act: async () => onMerge(await dispatch(readContacts(ids))),
    },
    {
      key: 'remove',
      icon: <DeleteOutlined aria-hidden />,
      label: t('removeMany', { count: ids.length }),
      isOff: false,
      act: () => void dispatch(deleteContacts(ids)),
    },
  ]
}

function SelectionBar({ rows, selected, group, onSelect, onOpen }: BarProps) {
  const { t } = useTranslation('contacts')
  const [merging, setMerging] = useState<readonly ContactRecord[] | null>(null)
  const tools = useSelectionTools(selected, setMerging)
  const ids = selected.map(({ id }) => id)
  const isAll = selected.length === rows.length
  return (
    <div className="contacts-bar">
      <Checkbox
        label={t('selectAll', { count: rows.length })}
        checked={isAll}
        mixed={selected.length > 0 && !isAll}
        onChange={(isChecked) => onSelect(isChecked ? rows.map(({ id }) => id) : [])}
      />
      <span className="contacts-bar-count" role="status">
        {selected.length === 0 ? t('people', { count: rows.length }) : t('selected', { count: selected.length })}
      </span>
      {merging !== null && (
        <MergeDialog
          contacts={merging}
          onMerged={({ id }) => {
            onSelect([])
            onOpen(id)
          }}
          onClose={() => setMerging(null)}
        />
      )}
      {selected.length > 0 && (
        <>
          {tools.map(({ key, icon, label, isOff, act }) => (
            <Button key={key} type="text" icon={icon} disabled={isOff} title={label} aria-label={label} onClick={act} />
          ))}
          <GroupsMenu ids={ids} group={group} />
          <Button
            type="text"
            icon={<CloseOutlined aria-hidden />}
            title={t('selectNone')}
            aria-label={t('selectNone')}
            onClick={() => onSelect([])}
          />
        </>
      )}
    </div>
  )
}

/** Puts contacts into a group, an old or a new one, or takes them out of the one that is shown. */
function GroupsMenu({ ids, group }: { ids: readonly string[]; group: BarProps['group'] }) {
  const { t, i18n } = useTranslation('contacts')
  const dispatch = useAppDispatch()
  const { groups } = useAppSelector(selectContacts)
  const [isNaming, setNaming] = useState(false)
  const others = inNameOrder(
    groups.filter(({ id }) => id !== group?.id),
    i18n.language,
  )
  const items = [
    ...(group === null
      ? []
      : [
          {
            key: 'out',
            label: t('takeOut', { group: group.name }),
            onChoose: () => void dispatch(setMembership(group, ids, false)),
          },
        ]),
    ...others.map((one) => ({
      key: one.id,
      label: t('putInto', { group: one.name }),
      onChoose: () => void dispatch(setMembership(one, ids, true)),
    })),
    { key: 'new', label: t('putIntoNew'), onChoose: () => setNaming(true) },
  ]
  return (
    <>
      <Menu label={t('groups')} items={items} align="end">
        <TeamOutlined aria-hidden />
      </Menu>
      {isNaming && <GroupDialog group={null} contacts={ids} onClose={() => setNaming(false)} />}
    </>
  )
}
