import Download from 'lucide-react/icons/download'
import Eraser from 'lucide-react/icons/eraser'
import ShieldUser from 'lucide-react/icons/shield-user'
import { useRef, useState } from 'react'
import { privacyApi } from '#contract/privacy.ts'
import { allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { customerExportPath } from '#web/shared/privacy/api.ts'
import { EraseCustomer } from '#web/shared/privacy/erase-customer.tsx'
import { Button } from '#web/ui/button.tsx'
import { DropdownMenu, DropdownMenuItem } from '#web/ui/dropdown-menu.tsx'

type CustomerDataMenuProps = { customerId: string; name: string | null }

/** For a customer who asks what is known about them, or to be forgotten. */
export function CustomerDataMenu({ customerId, name }: CustomerDataMenuProps) {
  const { role } = useCurrentUser()
  const [isConfirming, setIsConfirming] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)

  /** The dialog gives the focus back to whoever has it now; the menu's item will be gone by then. */
  function confirmErasure() {
    trigger.current?.focus()
    setIsConfirming(true)
  }

  if (!allows(privacyApi.erase.access, role)) return null
  return (
    <>
      <DropdownMenu
        trigger={
          <Button ref={trigger} size="small">
            <ShieldUser aria-hidden />
            Customer data
          </Button>
        }
      >
        <DropdownMenuItem asChild>
          <a href={customerExportPath(customerId)} download>
            <Download aria-hidden />
            Export customer data
          </a>
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={confirmErasure}>
          <Eraser aria-hidden />
          Erase customer data…
        </DropdownMenuItem>
      </DropdownMenu>
      {isConfirming && (
        <EraseCustomer
          customerId={customerId}
          name={name}
          orders="the customer’s orders"
          onClose={() => setIsConfirming(false)}
        />
      )}
    </>
  )
}
