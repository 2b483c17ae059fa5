export const apiKeyScopes = ['orders.read', 'orders.write', 'inventory.read', 'promotions.quote'] as const

export type ApiKeyScope = (typeof apiKeyScopes)[number]

export const roles = ['readonly', 'ops', 'admin'] as const

export type Role = (typeof roles)[number]

export const roleLabels: Record<Role, string> = { readonly: 'Read Only', ops: 'Operations', admin: 'Admin' }

/** Who may call an endpoint: anybody, a program with a key of that scope, or a signed-in person of at least that role. */
export type Access = 'public' | KeyAccess | Role

export type KeyAccess = `key:${ApiKeyScope}`

/** Whether a signed-in person of this role may call it. */
export function allows(access: Access, role: Role): boolean {
  if (isKeyAccess(access)) return false
  return access === 'public' || roles.indexOf(role) >= roles.indexOf(access)
}

export const isKeyAccess = (access: Access): access is KeyAccess => access.startsWith('key:')
