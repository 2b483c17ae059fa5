import UserPlus from 'lucide-react/icons/user-plus'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { UserForm } from './user-form.tsx'

export function AddUser() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="primary" onClick={() => setIsOpen(true)}>
        <UserPlus aria-hidden />
        Add User
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Add User"
        description="The person signs in with this email address at your sign-in provider."
      >
        <UserForm onClose={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}
