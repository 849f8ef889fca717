/** The sections of the settings in their order, and what stands there beside its settings. */
import BankOutlined from '@ant-design/icons/es/icons/BankOutlined'
import BellOutlined from '@ant-design/icons/es/icons/BellOutlined'
import ClockCircleOutlined from '@ant-design/icons/es/icons/ClockCircleOutlined'
import CoffeeOutlined from '@ant-design/icons/es/icons/CoffeeOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import ExportOutlined from '@ant-design/icons/es/icons/ExportOutlined'
import FileDoneOutlined from '@ant-design/icons/es/icons/FileDoneOutlined'
import FilterOutlined from '@ant-design/icons/es/icons/FilterOutlined'
import GlobalOutlined from '@ant-design/icons/es/icons/GlobalOutlined'
import HighlightOutlined from '@ant-design/icons/es/icons/HighlightOutlined'
import IdcardOutlined from '@ant-design/icons/es/icons/IdcardOutlined'
import KeyOutlined from '@ant-design/icons/es/icons/KeyOutlined'
import LaptopOutlined from '@ant-design/icons/es/icons/LaptopOutlined'
import MacCommandOutlined from '@ant-design/icons/es/icons/MacCommandOutlined'
import PictureOutlined from '@ant-design/icons/es/icons/PictureOutlined'
import ReadOutlined from '@ant-design/icons/es/icons/ReadOutlined'
import SafetyOutlined from '@ant-design/icons/es/icons/SafetyOutlined'
import SendOutlined from '@ant-design/icons/es/icons/SendOutlined'
import SnippetsOutlined from '@ant-design/icons/es/icons/SnippetsOutlined'
import StopOutlined from '@ant-design/icons/es/icons/StopOutlined'
import TeamOutlined from '@ant-design/icons/es/icons/TeamOutlined'
import type { ComponentType, ReactNode } from 'react'
import { administrationRole } from '#contract/endpoints/organization/administration'
import { mailboxMove } from '#contract/endpoints/organization/mailboxMove'
import type { RouteId } from '#contract/routes'
import { type SectionId, type SettingName, settingNames, settings } from '#contract/settings'
import { lazyPiece } from '#src/components/lazy/lazyPiece'
import { useReply } from '#src/store/ask'
import { useServices } from '#src/store/servicesContext'
import { readStoredOrganization } from '#src/store/session/storedSession'
import { LazyAdministrationSection } from '../../administration'
import { LazyAutoReplySection } from '../../autoReply'
import { LazyFactorsSection } from '../../factors'
import { LazyLeavingSection } from '../../leaving'
import { LazyMailboxMoveSection } from '../../mailboxMove'
import { LazyProfileSection } from '../../profile'
import { LazyProtectionSection } from '../../protection'
import { LazySenderListsSection } from '../../senderLists'
import { LazySignaturesSection } from '../../signatures'
import { LazySessionsSection } from '../../signIns'
import { LazyTemplatesSection } from '../../templates'

type Section = {
  readonly id: SectionId
  readonly icon: ReactNode
  /** Its address of its own, where it has one. */
  readonly route?: RouteId
  readonly Beside?: ComponentType<{ waiting?: ReactNode }>
  /** Listed for members of an organization alone, or for its administrators. */
  readonly isOf?: 'members' | 'administrators'
}

export const sections: readonly Section[] = [
  {
    id: 'profile',
    icon: <IdcardOutlined />,
    Beside: LazyProfileSection,
  },
  {
    id: 'environment',
    icon: <GlobalOutlined />,
    route: 'environment',
    Beside: lazyPiece(async () => (await import('./BrowserLook')).BrowserLook),
  },
  { id: 'reading', icon: <ReadOutlined /> },
  {
    id: 'writing',
    icon: <EditOutlined />,
    Beside: lazyPiece(async () => (await import('./MailLinkOffer')).MailLinkOffer),
  },
  { id: 'templates', icon: <SnippetsOutlined />, Beside: LazyTemplatesSection },
  {
    id: 'signature',
    icon: <HighlightOutlined />,
    Beside: LazySignaturesSection,
  },
  { id: 'sending', icon: <SendOutlined /> },
  { id: 'receipts', icon: <FileDoneOutlined /> },
  {
    id: 'pictures',
    icon: <PictureOutlined />,
    Beside: lazyPiece(async () => (await import('./ImageSenders')).ImageSenders),
  },
  {
    id: 'lists',
    icon: <StopOutlined />,
    Beside: LazySenderListsSection,
  },
  {
    id: 'autoReply',
    icon: <CoffeeOutlined />,
    Beside: LazyAutoReplySection,
  },
  {
    id: 'remind',
    icon: <BellOutlined />,
    route: 'remind',
    Beside: lazyPiece(async () => (await import('../../newMail')).DesktopNotifications),
  },
  { id: 'timeSlot', icon: <ClockCircleOutlined />, route: 'timeSlot' },
  {
    id: 'rules',
    icon: <FilterOutlined />,
    Beside: lazyPiece(async () => (await import('../../rules')).LazyRulesSection),
  },
  {
    id: 'keyboard',
    icon: <MacCommandOutlined />,
    Beside: lazyPiece(async () => (await import('./KeyboardHelp')).KeyboardHelp),
  },
  {
    id: 'password',
    icon: <KeyOutlined />,
    Beside: lazyPiece(async () => (await import('./PasswordChange')).PasswordChange),
  },
  { id: 'protection', icon: <SafetyOutlined />, Beside: LazyProtectionSection },
  {
    id: 'factors',
    icon: <SafetyOutlined />,
    Beside: LazyFactorsSection,
  },
  {
    id: 'sessions',
    icon: <LaptopOutlined />,
    Beside: LazySessionsSection,
  },
  { id: 'organization', icon: <BankOutlined />, Beside: LazyMailboxMoveSection, isOf: 'members' },
  { id: 'administration', icon: <TeamOutlined />, Beside: LazyAdministrationSection, isOf: 'administrators' },
  { id: 'leaving', icon: <ExportOutlined />, Beside: LazyLeavingSection },
]

/** Those that stand in the list of whoever is signed in. */
export function useListedSections(): readonly Section[] {
  const { stored } = useServices()
  const isMember = readStoredOrganization(stored) !== null
  const move = useReply(mailboxMove, {}).last
  // A transfer that has not ended is cancelled by whoever has left the organization, too.
  const isOpen = move !== null && move.state !== 'none' && move.state !== 'done'
  const isAdministrator = useReply(administrationRole, {}).last?.role === 'administrator'
  const isListed = { members: isMember || isOpen, administrators: isAdministrator }
  return sections.filter(({ isOf }) => isOf === undefined || isListed[isOf])
}

export const namesOf = (section: SectionId): readonly SettingName[] =>
  settingNames.filter((name) => settings[name].section === section)

/** The section that an address names; the first where it names none. */
export function sectionNamed(id: string | null): Section | undefined {
  return sections.find((one) => one.id === id) ?? sections[0]
}

const ofLook: readonly SettingName[] = ['skin', 'mode', 'language']

/** The key of a text of a setting: the top bar says those of the look as well. */
export function textOf(name: SettingName, part: string): string {
  return `${ofLook.includes(name) ? 'look' : 'settings'}:${name}.${part}`
}
