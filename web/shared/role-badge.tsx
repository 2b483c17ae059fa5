import Eye from 'lucide-react/icons/eye'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Wrench from 'lucide-react/icons/wrench'
import type { ReactNode } from 'react'
import { type Role, roleLabels } from '#contract/roles.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Tone } from '#web/ui/tone.ts'

const roleBadges: Record<Role, { tone: Tone; icon: ReactNode }> = {
  admin: { tone: 'danger', icon: <ShieldCheck aria-hidden /> },
  ops: { tone: 'info', icon: <Wrench aria-hidden /> },
  readonly: { tone: 'neutral', icon: <Eye aria-hidden /> },
}

export function RoleBadge({ role }: { role: Role }) {
  return <Badge {...roleBadges[role]}>{roleLabels[role]}</Badge>
}
