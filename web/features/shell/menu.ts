import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { LucideIcon } from 'lucide-react'
import type { Role } from '#contract/roles.ts'

export type MenuEntry = {
  label: string
  path: string
  /** A second path of the same screen. */
  alias?: string
  icon: LucideIcon
  access: Role
}

export const mainMenu: readonly MenuEntry[] = [
  { label: 'Dashboard', path: '/dashboard', alias: '/', icon: LayoutDashboard, access: 'readonly' },
]

export const footerMenu: readonly MenuEntry[] = [
  { label: 'Admin Panel', path: '/admin', icon: ShieldCheck, access: 'admin' },
]
