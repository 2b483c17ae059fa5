import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import LogOut from 'lucide-react/icons/log-out'
import UserCog from 'lucide-react/icons/user-cog'
import { useRef, useState } from 'react'
import type { PersonRow } from '#contract/settings.ts'
import { ActionMenuItem } from '#web/shared/menu-step.tsx'
import { personName } from '#web/shared/person-name.ts'
import { Button } from '#web/ui/button.tsx'
import { DropdownMenu } from '#web/ui/dropdown-menu.tsx'
import { ChangeRoleDialog } from './change-role.tsx'
import { EndSessionsDialog } from './end-sessions.tsx'

const dialogs = { role: ChangeRoleDialog, sessions: EndSessionsDialog }

/** What an admin can do for or against an account. */
export function PersonMenu({ person }: { person: PersonRow }) {
  const [asking, setAsking] = useState<keyof typeof dialogs | null>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const Dialog = asking && dialogs[asking]

  /** The dialog gives the focus back to whoever has it now; the menu's item will be gone by then. */
  function ask(question: keyof typeof dialogs) {
    trigger.current?.focus()
    setAsking(question)
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
          onSelect={() => ask('role')}
        >
          Change role…
        </ActionMenuItem>
        <ActionMenuItem icon={<LogOut aria-hidden />} obstacle={null} onSelect={() => ask('sessions')}>
          End sessions…
        </ActionMenuItem>
      </DropdownMenu>
      {Dialog && <Dialog person={person} onClose={() => setAsking(null)} />}
    </>
  )
}
