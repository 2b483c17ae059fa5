import { t } from './i18n.ts'

export const apiKeyScopes = ['orders.read', 'orders.write', 'inventory.read', 'promotions.quote'] as const

export type ApiKeyScope = (typeof apiKeyScopes)[number]

/** What a channel's feed key opens, and the most that a key in an address may open: addresses are stored and logged on their way. */
export const feedKeyScopes: readonly ApiKeyScope[] = ['inventory.read']

export const roles = ['readonly', 'ops', 'admin'] as const

export type Role = (typeof roles)[number]

export const roleLabels: Record<Role, string> = { readonly: t('Read Only'), ops: t('Operations'), admin: t('Admin') }

/** What people of a role can do, as the end of a sentence. An admin's also depends on the company. */
export const roleAbilities: Record<Exclude<Role, 'admin'>, string> = {
  readonly: t(
    'view all screens (customers’ contact data and notes are masked) and export reports, but not change anything',
  ),
  ops: t('manage products, stock, orders, channels, promotions, API keys and all settings except Security'),
}

/**
 * Who may call an endpoint: anybody, a program with a key of that scope, a signed-in person of at least that role, or
 * provider staff: admins of the provider's own company.
 */
export type Access = 'public' | KeyAccess | Role | 'staff'

export type KeyAccess = `key:${ApiKeyScope}`

/** Whether a signed-in person of this role may call it. */
export function allows(access: Access, role: Role, isProviderStaff = false): boolean {
  if (isKeyAccess(access)) return false
  if (access === 'staff') return isProviderStaff
  return access === 'public' || roles.indexOf(role) >= roles.indexOf(access)
}

export const isKeyAccess = (access: Access): access is KeyAccess => access.startsWith('key:')
