import type { ComponentProps } from 'react'
import { type Access, allows, roleLabels } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { Button } from '#web/ui/button.tsx'

type PermittedButtonProps = ComponentProps<typeof Button> & {
  access: Access
  /** What the role can't do, such as "change products". */
  task: string
}

/** A button for those whose role allows it; the others see it, and why they can't press it. */
export function PermittedButton({ access, task, onClick, isPending = false, ...face }: PermittedButtonProps) {
  const { role } = useCurrentUser()
  const whoCan = access === 'admin' ? 'Only Admin' : 'Operations and Admin'
  return allows(access, role) ? (
    <Button {...face} isPending={isPending} onClick={onClick} />
  ) : (
    <BlockedButton {...face} reason={`Your role is ${roleLabels[role]}. ${whoCan} can ${task}.`} />
  )
}
