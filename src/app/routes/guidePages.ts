/** The pages that show the app itself, each fetched on its own. */
import type { ComponentType } from 'react'

export const guidePages = {
  icons: async () => (await import('../../features/guide/icons/IconsPage')).IconsPage,
  maps: async () => (await import('../../features/signIns/MapsPage')).MapsPage,
  notifications: async () => (await import('../../features/guide/notifications/NotificationsPage')).NotificationsPage,
  testPage: async () => (await import('../../features/selfTest/SelfTestPage')).SelfTestPage,
  typography: async () => (await import('../../features/guide/typography/TypographyPage')).TypographyPage,
} satisfies Readonly<Record<string, () => Promise<ComponentType>>>

export type GuideId = keyof typeof guidePages
