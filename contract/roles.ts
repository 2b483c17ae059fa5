export const roles = ['readonly', 'ops', 'admin'] as const
export type Role = (typeof roles)[number]

export const roleLabels: Record<Role, string> = { readonly: 'Read Only', ops: 'Operations', admin: 'Admin' }

/** Who may call an endpoint: anybody, or a signed-in person whose role is at least this. */
export type Access = 'public' | Role

export function allows(access: Access, role: Role): boolean {
  return access === 'public' || roles.indexOf(role) >= roles.indexOf(access)
}
