import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { type Access, allows, roleLabels } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { buttonVariants } from '#web/ui/button-variants.ts'

type PermittedLinkProps = {
  access: Access
  /** What the role can't do, such as "add products". */
  task: string
  href: string
  children: ReactNode
}

/** Leads to where something is done; those whose role doesn't allow it see why. */
export function PermittedLink({ access, task, href, children }: PermittedLinkProps) {
  const { role } = useCurrentUser()
  if (!allows(access, role)) {
    return (
      <BlockedButton reason={`Your role is ${roleLabels[role]}. Operations and Admin can ${task}.`}>
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
