import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import LogOut from 'lucide-react/icons/log-out'
import UserCog from 'lucide-react/icons/user-cog'
import { type SubmitEvent, useRef, useState } from 'react'
import { type Role, roleLabels, roles } from '#contract/roles.ts'
import type { PersonRow } from '#contract/settings.ts'
import { FormFooter } from '#web/shared/form-footer.tsx'
import { ActionMenuItem } from '#web/shared/action-menu-item.tsx'
import { personName } from '#web/shared/people.tsx'
import { ServerErrorAlert } from '#web/shared/server-error-alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DropdownMenu } from '#web/ui/dropdown-menu.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { useChangeRole, useEndSessions } from './api.ts'

const dialogs = { role: ChangeRoleDialog, sessions: EndSessionsDialog }

/** Actions of an admin on an account. */
export function PersonMenu({ person }: { person: PersonRow }) {
  const [openDialog, setOpenDialog] = useState<keyof typeof dialogs | null>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const Dialog = openDialog && dialogs[openDialog]

  /** The dialog returns focus to the element focused now; the menu item will be unmounted by then. */
  function open(dialog: keyof typeof dialogs) {
    trigger.current?.focus()
    setOpenDialog(dialog)
  }

  return (
    <>
      <DropdownMenu
        align="end"
        trigger={
          <Button ref={trigger} variant="quiet" size="icon" aria-label={`Actions for ${personName(person)}`}>
            <EllipsisVertical aria-hidden />
          </Button>
        }
      >
        <ActionMenuItem
          icon={<UserCog aria-hidden />}
          obstacle={person.isYou ? 'Your own role can only be changed by another admin.' : null}
          onSelect={() => open('role')}
        >
          Change role…
        </ActionMenuItem>
        <ActionMenuItem icon={<LogOut aria-hidden />} obstacle={null} onSelect={() => open('sessions')}>
          End sessions…
        </ActionMenuItem>
      </DropdownMenu>
      {Dialog && <Dialog person={person} onClose={() => setOpenDialog(null)} />}
    </>
  )
}

type ChangeRoleDialogProps = { person: PersonRow; onClose: () => void }

function ChangeRoleDialog({ person, onClose }: ChangeRoleDialogProps) {
  const [role, setRole] = useState(person.role)
  const changeRole = useChangeRole(person)
  const name = personName(person)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (role === person.role) onClose()
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
        <Field label="Role" hint={`${name} can ${roleDescriptions[role]}.`}>
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

const roleOptions = roles.map((role) => ({ value: role, label: roleLabels[role] }))

/** Completes a sentence after "can". */
const roleDescriptions: Record<Role, string> = {
  readonly: 'see every screen of the company, with customers’ contact data masked, and change nothing',
  ops: 'run the business: products, stock, orders, channels, promotions, API keys and all settings but Security',
  admin: 'do everything, in every company: Security, accounts and the Admin Panel too',
}

type EndSessionsDialogProps = { person: PersonRow; onClose: () => void }

function EndSessionsDialog({ person, onClose }: EndSessionsDialogProps) {
  const endSessions = useEndSessions(person)
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={person.isYou ? 'End all your sessions?' : `End the sessions of ${personName(person)}?`}
      confirmLabel="End sessions"
      isDangerous
      isPending={endSessions.isPending}
      onConfirm={() => endSessions.mutate(undefined, { onSuccess: onClose })}
    >
      <p>
        {person.isYou
          ? 'You are signed out everywhere, here too. What you have not saved is lost.'
          : 'They are signed out everywhere at once. What they have not saved is lost.'}
      </p>
      <p>The account stays: signing in again opens a new session.</p>
      <ServerErrorAlert error={endSessions.error} />
    </ConfirmDialog>
  )
}
