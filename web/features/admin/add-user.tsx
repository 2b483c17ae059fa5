import UserPlus from 'lucide-react/icons/user-plus'
import { Suspense, useState } from 'react'
import { lazyPart } from '#web/shared/later-part.tsx'
import { Button } from '#web/ui/button.tsx'

const NewUserDialog = lazyPart(async () => (await import('./new-user-dialog.tsx')).NewUserDialog)

export function AddUser() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="primary"
        onFocus={NewUserDialog.preload}
        onPointerEnter={NewUserDialog.preload}
        onClick={() => setIsOpen(true)}
      >
        <UserPlus aria-hidden />
        Add User
      </Button>
      <Suspense>{isOpen && <NewUserDialog onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  )
}
