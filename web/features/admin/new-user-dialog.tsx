import { Dialog } from '#web/ui/dialog.tsx'
import { UserForm } from './user-form.tsx'

export function NewUserDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Add User"
      description="The person signs in with this email address at your sign-in provider."
    >
      <UserForm onClose={onClose} />
    </Dialog>
  )
}
