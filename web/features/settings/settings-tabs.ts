import type { ComponentType } from 'react'
import { lazyPart } from '#web/shared/later-part.tsx'

type SettingsTab = { value: string; label: string; Content: ComponentType }

/** In this order; the first is shown where the address names none. */
export const settingsTabs: readonly [SettingsTab, ...SettingsTab[]] = [
  {
    value: 'integrations',
    label: 'Integrations',
    Content: lazyPart(async () => (await import('./integrations/integrations-tab.tsx')).IntegrationsTab),
  },
  {
    value: 'notifications',
    label: 'Notifications',
    Content: lazyPart(async () => (await import('./notifications/notifications-tab.tsx')).NotificationsTab),
  },
  {
    value: 'api-keys',
    label: 'API Keys',
    Content: lazyPart(async () => (await import('./api-keys/api-keys-tab.tsx')).ApiKeysTab),
  },
  {
    value: 'users',
    label: 'Users',
    Content: lazyPart(async () => (await import('./users/users-tab.tsx')).UsersTab),
  },
  {
    value: 'security',
    label: 'Security',
    Content: lazyPart(async () => (await import('./security/security-tab.tsx')).SecurityTab),
  },
  {
    value: 'system',
    label: 'System',
    Content: lazyPart(async () => (await import('./system/system-tab.tsx')).SystemTab),
  },
]
