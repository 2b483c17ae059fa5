import { type ReactNode, type SubmitEvent, useState } from 'react'
import { t } from '#contract/i18n.ts'
import { roleLabels, roles } from '#contract/roles.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { useIsProviderCompany } from '../companies.ts'
import { FormFooter } from '../form-footer.tsx'
import { personName } from '../people.tsx'
import { rich } from '../rich.tsx'
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
      title={t('Change {name}’s role?', { name })}
      description={t(
        'The new role applies on their next click; they’ll see it after reloading. What they’ve done so far won’t change.',
      )}
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <Field label={t('Role')} hint={meaning?.text} isHintDangerous={meaning?.isDangerous ?? false}>
          {(control) => <Select {...control} options={roleOptions} value={role} onValueChange={setRole} />}
        </Field>
        <FormFooter
          action={t('Change role')}
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
      title={t('Deactivate {account}?', { account: personName(account) })}
      confirmLabel={t('Deactivate')}
      change={setActive}
      onConfirm={() => setActive.mutate(false, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        {t('They’ll be signed out immediately and can’t sign in. Nothing is deleted; you can reactivate the account.')}
      </p>
    </Confirmation>
  )
}

export function RemoveDialog({ account, calls, onClose }: AccountDialogProps) {
  const remove = useRemoveAccount(calls, account)
  return (
    <Confirmation
      title={t('Remove {account}?', { account: personName(account) })}
      confirmLabel={t('Remove')}
      change={remove}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('They’ll be signed out immediately and can’t sign in again.')}</p>
      <p>{t('Name, email and picture will be permanently erased. The history shows a number instead.')}</p>
    </Confirmation>
  )
}

export function ResetSignInDialog({ account, calls, onClose }: AccountDialogProps) {
  const resetSignIn = useResetSignIn(calls, account)
  return (
    <Confirmation
      title={t('Reset the sign-in for {account}?', { account: personName(account) })}
      confirmLabel={t('Reset sign-in')}
      change={resetSignIn}
      onConfirm={() => resetSignIn.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        {t(
          'The next sign-in with this verified email address will take over the account. Use this after changing sign-in providers.',
        )}
      </p>
      <p>
        {rich(t('The address is {email}. Until then, they’ll be signed out everywhere.'), {
          email: <span className="font-medium text-ink">{account.email}</span>,
        })}
      </p>
    </Confirmation>
  )
}

export function EndSessionsDialog({ account, calls, onClose }: AccountDialogProps) {
  const endSessions = useEndSessions(calls, account)
  return (
    <Confirmation
      title={t('End sessions for {account}?', { account: personName(account) })}
      confirmLabel={t('End sessions')}
      change={endSessions}
      onConfirm={() => endSessions.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('They’ll be signed out everywhere immediately. Unsaved changes will be lost.')}</p>
      <p>{t('The account stays active. They can sign in again at any time.')}</p>
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
