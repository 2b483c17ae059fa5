import type { ComponentProps } from 'react'
import { t } from '#contract/i18n.ts'
import { type Access, allows, roleLabels } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { Button } from '#web/ui/button.tsx'

type PermittedButtonProps = ComponentProps<typeof Button> & {
  access: Access
  /** Completes "Operations and Admin can …", such as "change products". An infinitive with its object, in every language. */
  task: string
}

/** A button that is blocked, with the reason, for roles without access. */
export function PermittedButton({ access, task, onClick, isPending = false, ...button }: PermittedButtonProps) {
  const { role } = useCurrentUser()
  return allows(access, role) ? (
    <Button {...button} isPending={isPending} onClick={onClick} />
  ) : (
    <BlockedButton {...button} reason={reasonFor(access, task, roleLabels[role])} />
  )
}

const reasonFor = (access: Access, task: string, role: string): string =>
  access === 'admin'
    ? t('Your role is {role}. Only Admin can {task}.', { role, task })
    : t('Your role is {role}. Operations and Admin can {task}.', { role, task })
