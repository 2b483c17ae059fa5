import Bell from 'lucide-react/icons/bell'
import Plug from 'lucide-react/icons/plug'
import { allows, type Role } from '#contract/roles.ts'
import { footerMenu, mainMenu } from '../menu.ts'
import type { SearchEntry } from './entry.ts'

/** Those of the menu, and those that other screens lead to. */
const screens = [
  ...mainMenu,
  { label: 'Amazon Integration', path: '/amazon', icon: Plug, access: 'readonly' },
  { label: 'Notifications', path: '/notifications', icon: Bell, access: 'readonly' },
  ...footerMenu,
] as const

export const screenEntries = (role: Role): SearchEntry[] =>
  screens
    .filter(({ access }) => allows(access, role))
    .map(({ label, path, icon }) => ({
      id: `screen-${path}`,
      label,
      icon,
      href: path,
      place: { kind: 'screen', label, href: path },
    }))
