import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import KeyRound from 'lucide-react/icons/key-round'
import LogOut from 'lucide-react/icons/log-out'
import Trash from 'lucide-react/icons/trash-2'
import UserCheck from 'lucide-react/icons/user-check'
import UserCog from 'lucide-react/icons/user-cog'
import UserX from 'lucide-react/icons/user-x'
import { useRef, useState } from 'react'
import { t } from '#contract/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { DropdownMenu, DropdownMenuSeparator } from '#web/ui/dropdown-menu.tsx'
import { ActionMenuItem } from '../action-menu-item.tsx'
import { personName } from '../people.tsx'
import {
  type AccountDialogProps,
  ChangeRoleDialog,
  DeactivateDialog,
  EndSessionsDialog,
  RemoveDialog,
  ResetSignInDialog,
} from './account-dialogs.tsx'
import { useSetActive } from './api.ts'

const dialogs = {
  role: ChangeRoleDialog,
  deactivate: DeactivateDialog,
  resetSignIn: ResetSignInDialog,
  sessions: EndSessionsDialog,
  remove: RemoveDialog,
}

type AccountMenuProps = Omit<AccountDialogProps, 'onClose'> & { isYou: boolean }

/** What an admin can do with an account. The calls decide with which: any account, or those of one company. */
export function AccountMenu({ account, isYou, company, calls }: AccountMenuProps) {
  const [openDialog, setOpenDialog] = useState<keyof typeof dialogs | null>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const setActive = useSetActive(calls, account)
  const Dialog = openDialog && dialogs[openDialog]
  const own = (obstacle: string) => (isYou ? obstacle : null)

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
          <Button
            ref={trigger}
            variant="quiet"
            size="icon"
            aria-label={t('Actions for {account}', { account: personName(account) })}
          >
            <EllipsisVertical aria-hidden />
          </Button>
        }
      >
        <ActionMenuItem
          icon={<UserCog aria-hidden />}
          obstacle={own(t('Only another admin can change your role.'))}
          onSelect={() => open('role')}
        >
          {t('Change role…')}
        </ActionMenuItem>
        <ActionMenuItem
          icon={<KeyRound aria-hidden />}
          obstacle={own(t('Only another admin can reset your sign-in.'))}
          onSelect={() => open('resetSignIn')}
        >
          {t('Reset sign-in…')}
        </ActionMenuItem>
        <ActionMenuItem
          icon={<LogOut aria-hidden />}
          obstacle={
            isYou
              ? t('To end your own sessions, click your name in the menu.')
              : account.isActive
                ? null
                : t('A deactivated account has no sessions.')
          }
          onSelect={() => open('sessions')}
        >
          {t('End sessions…')}
        </ActionMenuItem>
        <DropdownMenuSeparator />
        {account.isActive ? (
          <ActionMenuItem
            icon={<UserX aria-hidden />}
            obstacle={own(t('Only another admin can deactivate your account.'))}
            onSelect={() => open('deactivate')}
          >
            {t('Deactivate…')}
          </ActionMenuItem>
        ) : (
          <ActionMenuItem icon={<UserCheck aria-hidden />} obstacle={null} onSelect={() => setActive.mutate(true)}>
            {t('Reactivate')}
          </ActionMenuItem>
        )}
        <ActionMenuItem
          icon={<Trash aria-hidden />}
          obstacle={own(t('Only another admin can remove your account.'))}
          onSelect={() => open('remove')}
        >
          {t('Remove…')}
        </ActionMenuItem>
      </DropdownMenu>
      {Dialog && <Dialog account={account} company={company} calls={calls} onClose={() => setOpenDialog(null)} />}
    </>
  )
}
