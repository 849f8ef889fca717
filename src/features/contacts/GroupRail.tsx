/** The views and groups, each with its count; a group takes the people who are dragged onto it. */
import ApartmentOutlined from '@ant-design/icons/es/icons/ApartmentOutlined'
import ClockCircleOutlined from '@ant-design/icons/es/icons/ClockCircleOutlined'
import HistoryOutlined from '@ant-design/icons/es/icons/HistoryOutlined'
import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import StarOutlined from '@ant-design/icons/es/icons/StarOutlined'
import SwapOutlined from '@ant-design/icons/es/icons/SwapOutlined'
import TeamOutlined from '@ant-design/icons/es/icons/TeamOutlined'
import Button from 'antd/es/button'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import { type DragEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { contactViews } from '#contract/endpoints/contacts/contacts'
import type { ContactGroup } from '#contract/endpoints/sending/contacts'
import { limits } from '#contract/limits'
import { checkGroup, contactName } from '#contract/mail/contactRules'
import { FormRow } from '#src/components/antd/AntdForm'
import { AntdFormDialog } from '#src/components/antd/AntdFormDialog'
import { useConfirm } from '#src/components/antd/useConfirm'
import { Menu } from '#src/components/menu/Menu'
import { inNameOrder } from '#src/lib/i18n/byName'
import { wholeNumber } from '#src/lib/i18n/wholeNumber'
import { useServices } from '#src/store/servicesContext'
import { selectIsFree } from '#src/store/session/session'
import { readStoredOrganization } from '#src/store/session/storedSession'
import { useAppDispatch, useAppSelector } from '#src/store/typed'
import { createGroup, deleteGroup, nameGroup, setMembership } from './contactChanges'
import { selectContacts } from './contactsSlice'
import type { ContactsAddress } from './useContactsAddress'
import { useWriteToPeople } from './useWriteToPeople'

/** What a drag of contacts carries: their ids as JSON. */
export const dragKind = 'application/x-ep-contacts'

export function GroupRail({ address }: { address: ContactsAddress }) {
  const { t, i18n } = useTranslation('contacts')
  const { contacts, groups, recent } = useAppSelector(selectContacts)
  const naming = useNaming(address)
  const tools = useRailTools()
  const views = [
    { id: 'all', icon: <TeamOutlined aria-hidden />, count: contacts.length },
    { id: 'starred', icon: <StarOutlined aria-hidden />, count: contacts.filter(({ starred }) => starred).length },
    { id: 'recent', icon: <ClockCircleOutlined aria-hidden />, count: recent },
  ]

  return (
    <nav className="contacts-rail" aria-label={t('groups')}>
      <p className="contacts-title" aria-hidden="true">
        {t('title')}
      </p>
      <ul>
        {views.map(({ id, icon, count }) => (
          <li key={id} className="contacts-rail-line">
            <RailButton id={id} name={t(`views.${id}`)} icon={icon} count={count} address={address} />
          </li>
        ))}
      </ul>
      <div className="contacts-rail-head">
        <h2>{t('groups')}</h2>
        <Button
          type="text"
          size="small"
          icon={<PlusOutlined aria-hidden />}
          aria-label={t('addGroup')}
          title={t('addGroup')}
          onClick={() => naming.name('new')}
        />
      </div>
      {groups.length === 0 && <p className="contacts-rail-hint">{t('noGroups')}</p>}
      <ul>
        {inNameOrder(groups, i18n.language).map((group) => (
          <GroupLine key={group.id} group={group} address={address} onRename={naming.name} />
        ))}
      </ul>
      <ul className="contacts-rail-tools">
        {tools.map(({ tool, icon }) => (
          <li key={tool} className="contacts-rail-line">
            <button
              type="button"
              className="contacts-rail-button"
              aria-current={(address.tool === tool && address.id === '') || undefined}
              onClick={() => address.go({ tool, id: '', edit: '' })}
            >
              {icon}
              {t(`tool.${tool}`)}
            </button>
          </li>
        ))}
      </ul>
      {naming.dialog}
    </nav>
  )
}

const railTools = [
  { tool: 'directory', icon: <ApartmentOutlined aria-hidden /> },
  { tool: 'collected', icon: <HistoryOutlined aria-hidden /> },
  { tool: 'duplicates', icon: <SwapOutlined aria-hidden /> },
] as const

/** Whoever belongs to no organization has no directory. */
function useRailTools() {
  const { stored } = useServices()
  const isMember = readStoredOrganization(stored) !== null
  return railTools.filter(({ tool }) => tool !== 'directory' || isMember)
}

/** Names a group, or a new one; the new one is shown then. */
function useNaming(address: ContactsAddress) {
  const [named, setNamed] = useState<ContactGroup | 'new' | null>(null)
  const dialog = named !== null && (
    <GroupDialog
      group={named === 'new' ? null : named}
      contacts={[]}
      onAdded={(group) => address.go({ group, find: '' })}
      onClose={() => setNamed(null)}
    />
  )
  return { dialog, name: setNamed }
}

/** Where there is no room for the rail: the views and groups to choose from, and what it offers. */
export function GroupChoice({ address }: { address: ContactsAddress }) {
  const { t, i18n } = useTranslation('contacts')
  const { groups } = useAppSelector(selectContacts)
  const naming = useNaming(address)
  const tools = useRailTools()
  const group = groups.find(({ id }) => id === address.group) ?? null
  const { items, holder } = useGroupCommands(group, address, naming.name)
  return (
    <div className="contacts-list-group">
      <Select<string>
        aria-label={t('groups')}
        value={address.group}
        onChange={(id) => address.go({ group: id, find: '' })}
        options={[
          ...contactViews.map((id) => ({ value: id, label: t(`views.${id}`) })),
          ...inNameOrder(groups, i18n.language).map(({ id, name, members }) => ({
            value: id,
            label: `${name} (${wholeNumber(members, i18n.language)})`,
          })),
        ]}
      />
      <Menu
        label={t('groupTools')}
        align="end"
        items={[
          ...items,
          { key: 'add', label: t('addGroup'), onChoose: () => naming.name('new') },
          ...tools.map(({ tool }) => ({
            key: tool,
            label: t(`tool.${tool}`),
            onChoose: () => address.go({ tool, id: '', edit: '' }),
          })),
        ]}
      >
        <MoreOutlined aria-hidden />
      </Menu>
      {naming.dialog}
      {holder}
    </div>
  )
}

type RailButtonProps = { id: string; name: string; icon?: ReactNode; count: number; address: ContactsAddress }

function RailButton({ id, name, icon, count, address }: RailButtonProps) {
  const { t, i18n } = useTranslation('contacts')
  return (
    <button
      type="button"
      className="contacts-rail-button"
      aria-current={address.group === id || undefined}
      title={name}
      onClick={() => address.go({ group: id, find: '' })}
    >
      {icon !== undefined && <span aria-hidden="true">{icon}</span>}
      <bdi className="contacts-rail-name">{name}</bdi>
      <span className="contacts-rail-count" aria-hidden="true">
        {wholeNumber(count, i18n.language)}
      </span>
      <span className="visually-hidden">{t('people', { count })}</span>
    </button>
  )
}

/** What can be done with a group; nothing without one. */
function useGroupCommands(
  group: ContactGroup | null,
  address: ContactsAddress,
  onRename: (group: ContactGroup) => void,
) {
  const { t } = useTranslation(['contacts', 'layout'])
  const dispatch = useAppDispatch()
  const { writeToGroup } = useWriteToPeople()
  const isFree = useAppSelector(selectIsFree)
  const { confirm, holder } = useConfirm()
  if (group === null) return { items: [], holder }

  async function handleRemove(removed: ContactGroup) {
    const question = { title: t('removeGroupTitle', { group: removed.name }), text: t('removeGroupHint') }
    if (!(await confirm({ ...question, yes: t('removeGroup'), isDanger: true }))) return
    const isGone = await dispatch(deleteGroup(removed))
    if (isGone && address.group === removed.id) address.go({ group: 'all' })
  }

  const whyNot = isFree ? t('layout:freeReason') : group.members === 0 ? t('empty.group') : undefined
  const write = (isSeparate: boolean) => () => void writeToGroup(group.id, isSeparate)
  const items = [
    { key: 'write', label: t('writeToGroup'), disabledReason: whyNot, onChoose: write(false) },
    { key: 'separate', label: t('separateToGroup'), disabledReason: whyNot, onChoose: write(true) },
    { key: 'rename', label: t('renameGroup'), onChoose: () => onRename(group) },
    { key: 'remove', label: t('removeGroup'), onChoose: () => void handleRemove(group) },
  ]
  return { items, holder }
}

type LineProps = { group: ContactGroup; address: ContactsAddress; onRename: (group: ContactGroup) => void }

function GroupLine({ group, address, onRename }: LineProps) {
  const { t } = useTranslation('contacts')
  const dispatch = useAppDispatch()
  const { items, holder } = useGroupCommands(group, address, onRename)
  const [isTarget, setTarget] = useState(false)

  function handleDrop(event: DragEvent) {
    event.preventDefault()
    setTarget(false)
    const ids: unknown = JSON.parse(event.dataTransfer.getData(dragKind))
    if (Array.isArray(ids)) void dispatch(setMembership(group, ids.map(String), true))
  }

  return (
    <li
      className={isTarget ? 'contacts-rail-line contacts-rail-target' : 'contacts-rail-line'}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(dragKind)) return
        event.preventDefault()
        setTarget(true)
      }}
      onDragLeave={() => setTarget(false)}
      onDrop={handleDrop}
    >
      <RailButton id={group.id} name={group.name} count={group.members} address={address} />
      <Menu label={t('groupMenu', { group: group.name })} items={items} align="end">
        <MoreOutlined aria-hidden />
      </Menu>
      {holder}
    </li>
  )
}

type DialogProps = {
  /** Null for a new one, with these contacts. */
  group: ContactGroup | null
  contacts: readonly string[]
  onAdded?: (id: string) => void
  onClose: () => void
}

export function GroupDialog({ group, contacts, onAdded, onClose }: DialogProps) {
  const { t } = useTranslation('contacts')
  const dispatch = useAppDispatch()

  async function handleSubmit({ name }: { name: string }) {
    const clean = contactName(name)
    if (!checkGroup(clean)) return { field: 'name', message: 'contacts:wrong.group' }
    if (group !== null) return dispatch(nameGroup(group.id, clean))
    const outcome = await dispatch(createGroup(clean, contacts))
    if (!outcome.ok) return outcome
    onAdded?.(outcome.value.group.id)
    return null
  }

  return (
    <AntdFormDialog<{ name: string }>
      title={t(group === null ? 'addGroup' : 'renameGroup')}
      submit={t('save')}
      initialValues={{ name: group?.name ?? '' }}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <FormRow name="name" label={t('groupName')} isNarrow>
        <Input autoComplete="off" maxLength={limits.groupNameCharacters * 2} />
      </FormRow>
    </AntdFormDialog>
  )
}
