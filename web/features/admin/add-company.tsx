import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { CompanyForm } from './company-form.tsx'

export function AddCompany() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <Plus aria-hidden />
        Add Company
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Add Company"
        description="A company has its own products, orders, channels and people; no other company sees them."
      >
        <CompanyForm onClose={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}
