import type { ComponentType } from 'react'
import { lazyScreen } from '#web/lib/lazy-screen.ts'

type SettingsTab = { value: string; label: string; Content: ComponentType }

/** In this order; the first is shown where the address names none. */
export const settingsTabs: readonly [SettingsTab, ...SettingsTab[]] = [
  {
    value: 'integrations',
    label: 'Integrations',
    Content: lazyScreen(async () => (await import('./integrations/integrations-tab.tsx')).IntegrationsTab),
  },
  {
    value: 'notifications',
    label: 'Notifications',
    Content: lazyScreen(async () => (await import('./notifications/notifications-tab.tsx')).NotificationsTab),
  },
  {
    value: 'api-keys',
    label: 'API Keys',
    Content: lazyScreen(async () => (await import('./api-keys/api-keys-tab.tsx')).ApiKeysTab),
  },
  {
    value: 'users',
    label: 'Users',
    Content: lazyScreen(async () => (await import('./users/users-tab.tsx')).UsersTab),
  },
  {
    value: 'security',
    label: 'Security',
    Content: lazyScreen(async () => (await import('./security/security-tab.tsx')).SecurityTab),
  },
  {
    value: 'system',
    label: 'System',
    Content: lazyScreen(async () => (await import('./system/system-tab.tsx')).SystemTab),
  },
]
