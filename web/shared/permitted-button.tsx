import type { ComponentProps } from 'react'
import { type Access, allows, roleLabels } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { Button } from '#web/ui/button.tsx'

type PermittedButtonProps = ComponentProps<typeof Button> & {
  access: Access
  /** Completes "Operations and Admin can …", such as "change products". */
  task: string
}

/** A button that is blocked, with the reason, for roles without access. */
export function PermittedButton({ access, task, onClick, isPending = false, ...button }: PermittedButtonProps) {
  const { role } = useCurrentUser()
  const whoCan = access === 'admin' ? 'Only Admin' : 'Operations and Admin'
  return allows(access, role) ? (
    <Button {...button} isPending={isPending} onClick={onClick} />
  ) : (
    <BlockedButton {...button} reason={`Your role is ${roleLabels[role]}. ${whoCan} can ${task}.`} />
  )
}
