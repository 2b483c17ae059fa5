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
import { MenuStep } from '#web/shared/menu-step.tsx'
import { obstacleToEnd, roleObstacle } from './step-words.ts'

const dialogs = { activate: ActivatePromotion, deactivate: DeactivatePromotion, end: EndPromotion }

type PromotionMenuProps = {
  promotion: PromotionRow
  /** Whether it stands in the promotion's own drawer, which needs no way to get there. */
  isInDrawer?: boolean
}

export function PromotionMenu({ promotion, isInDrawer = false }: PromotionMenuProps) {
  const [asking, setAsking] = useState<keyof typeof dialogs | null>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const { role } = useCurrentUser()
  const { open } = useUrlDetail('promotion')
  const state = usePromotionState(promotion)
  const forbidden = allows(promotionsApi.end.access, role) ? null : roleObstacle
  const Dialog = asking && dialogs[asking]

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
        <MenuStep
          icon={promotion.isActive ? <PowerOff aria-hidden /> : <Power aria-hidden />}
          obstacle={forbidden}
          onSelect={() => afterFocus(() => setAsking(promotion.isActive ? 'deactivate' : 'activate'))}
        >
          {promotion.isActive ? 'Deactivate' : 'Activate'}
        </MenuStep>
        <MenuStep
          icon={<CalendarX aria-hidden />}
          obstacle={forbidden ?? obstacleToEnd[state]}
          onSelect={() => afterFocus(() => setAsking('end'))}
        >
          End now
        </MenuStep>
      </DropdownMenu>
      {Dialog && <Dialog promotion={promotion} onClose={() => setAsking(null)} />}
    </>
  )
}
