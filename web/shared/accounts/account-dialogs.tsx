import { type ReactNode, type SubmitEvent, useState } from 'react'
import { roleLabels, roles } from '#contract/roles.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { useIsProviderCompany } from '../companies.ts'
import { FormFooter } from '../form-footer.tsx'
import { personName } from '../people.tsx'
import { ServerErrorAlert } from '../server-error-alert.tsx'
import {
  type Account,
  type AccountCalls,
  useChangeRole,
  useEndSessions,
  useRemoveAccount,
  useResetSignIn,
  useSetActive,
} from './api.ts'
import { roleMeaning } from './role-meaning.ts'

export type AccountDialogProps = {
  account: Account
  isYou: boolean
  /** The company that the account belongs to. */
  company: { id: string; name: string } | null
  calls: AccountCalls
  onClose: () => void
}

export function ChangeRoleDialog({ account, company, calls, onClose }: AccountDialogProps) {
  const [role, setRole] = useState(account.role)
  const changeRole = useChangeRole(calls, account)
  const isProvider = useIsProviderCompany(company)
  const name = personName(account)
  const meaning = roleMeaning(role, name, company && { name: company.name, isProvider })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (role === account.role) onClose()
    else changeRole.mutate(role, { onSuccess: onClose })
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Change the role of ${name}?`}
      description="It counts from their next click, and their screen shows it once they reload. What they did so far stays as it is."
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <Field label="Role" hint={meaning?.text} isHintDangerous={meaning?.isDangerous ?? false}>
          {(control) => <Select {...control} options={roleOptions} value={role} onValueChange={setRole} />}
        </Field>
        <FormFooter
          action="Change role"
          serverError={changeRole.error}
          isPending={changeRole.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}

export const roleOptions = roles.map((role) => ({ value: role, label: roleLabels[role] }))

export function DeactivateDialog({ account, calls, onClose }: AccountDialogProps) {
  const setActive = useSetActive(calls, account)
  return (
    <Confirmation
      title={`Deactivate ${personName(account)}?`}
      confirmLabel="Deactivate"
      change={setActive}
      onConfirm={() => setActive.mutate(false, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>They are signed out at once and can’t sign in. Nothing is deleted; you can reactivate the account.</p>
    </Confirmation>
  )
}

export function RemoveDialog({ account, calls, onClose }: AccountDialogProps) {
  const remove = useRemoveAccount(calls, account)
  return (
    <Confirmation
      title={`Remove ${personName(account)}?`}
      confirmLabel="Remove"
      change={remove}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>They are signed out at once and can’t sign in.</p>
      <p>Name, email and picture are erased for good. The history shows a number instead.</p>
    </Confirmation>
  )
}

export function ResetSignInDialog({ account, calls, onClose }: AccountDialogProps) {
  const resetSignIn = useResetSignIn(calls, account)
  return (
    <Confirmation
      title={`Reset the sign-in of ${personName(account)}?`}
      confirmLabel="Reset sign-in"
      change={resetSignIn}
      onConfirm={() => resetSignIn.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        The next sign-in with this verified email address takes over the account. Use it after changing the sign-in
        provider.
      </p>
      <p>
        The address is <span className="font-medium text-ink">{account.email}</span>. Until then they are signed out
        everywhere.
      </p>
    </Confirmation>
  )
}

export function EndSessionsDialog({ account, isYou, calls, onClose }: AccountDialogProps) {
  const endSessions = useEndSessions(calls, account)
  return (
    <Confirmation
      title={isYou ? 'End all your sessions?' : `End the sessions of ${personName(account)}?`}
      confirmLabel="End sessions"
      change={endSessions}
      onConfirm={() => endSessions.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        {isYou
          ? 'You are signed out everywhere, here too. What you have not saved is lost.'
          : 'They are signed out everywhere at once. What they have not saved is lost.'}
      </p>
      <p>The account stays: signing in again opens a new session.</p>
    </Confirmation>
  )
}

type ConfirmationProps = {
  title: string
  confirmLabel: string
  change: { isPending: boolean; error: unknown }
  onConfirm: () => void
  onClose: () => void
  /** What happens. */
  children: ReactNode
}

function Confirmation({ title, confirmLabel, change, onConfirm, onClose, children }: ConfirmationProps) {
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={title}
      confirmLabel={confirmLabel}
      isDangerous
      isPending={change.isPending}
      onConfirm={onConfirm}
    >
      {children}
      <ServerErrorAlert error={change.error} />
    </ConfirmDialog>
  )
}
