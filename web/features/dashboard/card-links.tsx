import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { t } from '#contract/i18n.ts'
import { type Access, allows, roleLabels } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { buttonVariants } from '#web/ui/button.tsx'

type PermittedLinkProps = {
  access: Access
  /** Completes "Operations and Admin can …", such as "add products". */
  task: string
  href: string
  children: ReactNode
}

/** A link styled as a button. For a role without access it is a blocked button that names the reason. */
export function PermittedLink({ access, task, href, children }: PermittedLinkProps) {
  const { role } = useCurrentUser()
  if (!allows(access, role)) {
    return (
      <BlockedButton
        reason={t('Your role is {role}. Operations and Admin can {task}.', { role: roleLabels[role], task })}
      >
        {children}
      </BlockedButton>
    )
  }
  return (
    <Link href={href} className={buttonVariants()}>
      {children}
    </Link>
  )
}

/** The link below a shortened list that leads to the whole list. */
export function MoreLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      className="flex min-h-10 items-center border-t px-4 text-sm font-medium text-accent underline-offset-2 hover:underline md:px-5"
    >
      {children}
    </Link>
  )
}
