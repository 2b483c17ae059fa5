import CalendarX from 'lucide-react/icons/calendar-x'
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import Eye from 'lucide-react/icons/eye'
import Power from 'lucide-react/icons/power'
import PowerOff from 'lucide-react/icons/power-off'
import { useRef, useState } from 'react'
import { type PromotionRow, promotionsApi } from '#contract/promotions.ts'
import { allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { useUrlDetail } from '#web/shared/use-url-detail.ts'
import { Button } from '#web/ui/button.tsx'
import { DropdownMenu, DropdownMenuItem } from '#web/ui/dropdown-menu.tsx'
import { usePromotionState } from '../use-promotion-state.ts'
import { ActivatePromotion } from './activate-promotion.tsx'
import { DeactivatePromotion } from './deactivate-promotion.tsx'
import { EndPromotion } from './end-promotion.tsx'
import { ActionMenuItem } from '#web/shared/menu-step.tsx'
import { obstacleToEnd, roleObstacle } from './step-words.ts'

const actionDialogs = { activate: ActivatePromotion, deactivate: DeactivatePromotion, end: EndPromotion }

type PromotionMenuProps = {
  promotion: PromotionRow
  /** Whether it stands in the promotion's own drawer, which needs no way to get there. */
  isInDrawer?: boolean
}

export function PromotionMenu({ promotion, isInDrawer = false }: PromotionMenuProps) {
  const [openDialog, setOpenDialog] = useState<keyof typeof actionDialogs | null>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const { role } = useCurrentUser()
  const { open } = useUrlDetail('promotion')
  const state = usePromotionState(promotion)
  const forbidden = allows(promotionsApi.end.access, role) ? null : roleObstacle
  const Dialog = openDialog && actionDialogs[openDialog]

  /** Dialog and drawer give the focus back to whoever has it now; the menu's item will be gone by then. */
  function afterFocus(act: () => void) {
    trigger.current?.focus()
    act()
  }

  return (
    <>
      <DropdownMenu
        align="end"
        trigger={
          <Button ref={trigger} variant="quiet" size="icon" aria-label={`Actions for ${promotion.title}`}>
            <EllipsisVertical aria-hidden />
          </Button>
        }
      >
        {!isInDrawer && (
          <DropdownMenuItem onSelect={() => afterFocus(() => open(promotion.id))}>
            <Eye aria-hidden />
            Details
          </DropdownMenuItem>
        )}
        <ActionMenuItem
          icon={promotion.isActive ? <PowerOff aria-hidden /> : <Power aria-hidden />}
          obstacle={forbidden}
          onSelect={() => afterFocus(() => setOpenDialog(promotion.isActive ? 'deactivate' : 'activate'))}
        >
          {promotion.isActive ? 'Deactivate' : 'Activate'}
        </ActionMenuItem>
        <ActionMenuItem
          icon={<CalendarX aria-hidden />}
          obstacle={forbidden ?? obstacleToEnd[state]}
          onSelect={() => afterFocus(() => setOpenDialog('end'))}
        >
          End now
        </ActionMenuItem>
      </DropdownMenu>
      {Dialog && <Dialog promotion={promotion} onClose={() => setOpenDialog(null)} />}
    </>
  )
}
