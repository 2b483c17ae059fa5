import Eye from 'lucide-react/icons/eye'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Wrench from 'lucide-react/icons/wrench'
import { Fragment, type ReactNode } from 'react'
import { t } from '#contract/i18n.ts'
import { maskedText } from '#contract/masking.ts'
import { type Role, roleLabels } from '#contract/roles.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'

type Person = { firstName: string | null; lastName: string | null; email: string }

/** Full name, or the e-mail address of people without a name. */
export function personName({ firstName, lastName, email }: Person): string {
  return [firstName, lastName].filter(Boolean).join(' ') || email
}

/** An address that may wrap after "@" or a dot. */
export function EmailAddress({ email }: { email: string }) {
  return email.split(/(?<=[@.])/).map((part, position) => (
    <Fragment key={position}>
      {position > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

/** A note or reason in a person's words. The server masks it for the role Read Only. */
export const writtenText = (text: string): string =>
  text === maskedText ? t('{masked} Shown to Operations and Admin only', { masked: maskedText }) : text

const roleBadges: Record<Role, { tone: Tone; icon: ReactNode }> = {
  admin: { tone: 'danger', icon: <ShieldCheck aria-hidden /> },
  ops: { tone: 'info', icon: <Wrench aria-hidden /> },
  readonly: { tone: 'neutral', icon: <Eye aria-hidden /> },
}

/** The role of an account, and whether it is deactivated. */
export function AccountRole({ account: { role, isActive } }: { account: { role: Role; isActive: boolean } }) {
  return (
    <span className="inline-flex flex-wrap gap-1">
      <RoleBadge role={role} />
      {!isActive && <Badge tone="neutral">{t('Deactivated')}</Badge>}
    </span>
  )
}

function RoleBadge({ role }: { role: Role }) {
  return <Badge {...roleBadges[role]}>{roleLabels[role]}</Badge>
}
