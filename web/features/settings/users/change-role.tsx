import { type SubmitEvent, useState } from 'react'
import { roleLabels, roles } from '#contract/roles.ts'
import type { PersonRow } from '#contract/settings.ts'
import { FormFooter } from '#web/shared/form-footer.tsx'
import { personName } from '#web/shared/person-name.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { useChangeRole } from './api.ts'
import { roleDescriptions } from './role-words.ts'

const roleOptions = roles.map((role) => ({ value: role, label: roleLabels[role] }))

type ChangeRoleDialogProps = { person: PersonRow; onClose: () => void }

/** The question before somebody can do more or less than today. */
export function ChangeRoleDialog({ person, onClose }: ChangeRoleDialogProps) {
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
