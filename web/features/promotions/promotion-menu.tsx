import type { UseMutationResult } from '@tanstack/react-query'
import CalendarX from 'lucide-react/icons/calendar-x'
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import Eye from 'lucide-react/icons/eye'
import Power from 'lucide-react/icons/power'
import PowerOff from 'lucide-react/icons/power-off'
import { type ReactNode, useRef, useState } from 'react'
import type { PromotionState } from '#contract/promotion-state.ts'
import { type PromotionRow, promotionsApi } from '#contract/promotions.ts'
import { allows } from '#contract/roles.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { ActionMenuItem } from '#web/shared/action-menu-item.tsx'
import { ServerErrorAlert } from '#web/shared/server-error-alert.tsx'
import { useUrlDetail } from '#web/shared/url-state.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DropdownMenu, DropdownMenuItem } from '#web/ui/dropdown-menu.tsx'
import { useActivatePromotion, useDeactivatePromotion, useEndPromotion } from './api.ts'
import { usePromotionState } from './promotion-state-badge.tsx'

const actionDialogs = { activate: ActivatePromotion, deactivate: DeactivatePromotion, end: EndPromotion }

type PromotionMenuProps = {
  promotion: PromotionRow
  /** Hides the item Details, which opens the drawer. */
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

  /** Focuses the trigger first: a closing dialog or drawer returns focus to it, and the menu item is gone then. */
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

const roleObstacle = 'Your role is Read Only. Operations and Admin can change promotions.'

/** Reason why the promotion cannot be ended; null if it can. */
const obstacleToEnd: Record<PromotionState, string | null> = {
  active: null,
  used_up: null,
  scheduled: 'It has not started. Deactivate it, or change its dates.',
  expired: 'It is over already.',
  inactive: 'It is switched off already.',
}

type ActionDialogProps = { promotion: PromotionRow; onClose: () => void }

/** Effect of an activation, by the state that the promotion has afterwards. */
const activationNotices: Record<PromotionState, string> = {
  active: 'Carts that meet its conditions get it from now on.',
  scheduled: 'It starts by itself once its start has come.',
  expired: 'Its end has passed, so it stays Expired until you give it a later one.',
  used_up: 'Its uses are all taken, so it stays Used Up until you raise its limit.',
  inactive: '',
}

function ActivatePromotion(props: ActionDialogProps) {
  const { promotion } = props
  const stateThen = usePromotionState({ ...promotion, isActive: true })
  return (
    <PromotionActionDialog
      {...props}
      title={`Activate ${promotion.title}?`}
      confirmLabel="Activate"
      isDangerous={false}
      mutation={useActivatePromotion()}
    >
      <p>{activationNotices[stateThen]}</p>
    </PromotionActionDialog>
  )
}

function DeactivatePromotion(props: ActionDialogProps) {
  const { title, redemptionCount } = props.promotion
  return (
    <PromotionActionDialog
      {...props}
      title={`Deactivate ${title}?`}
      confirmLabel="Deactivate"
      isDangerous
      mutation={useDeactivatePromotion()}
    >
      <p>No cart gets it from now on. {keptDiscountsNotice(redemptionCount)}</p>
      <p>Its dates and its count of uses stay; you can activate it again at any time.</p>
    </PromotionActionDialog>
  )
}

function EndPromotion(props: ActionDialogProps) {
  const { title, redemptionCount } = props.promotion
  return (
    <PromotionActionDialog
      {...props}
      title={`End ${title} now?`}
      confirmLabel="End now"
      isDangerous
      mutation={useEndPromotion()}
    >
      <p>No cart gets it from now on: this moment becomes its end date. {keptDiscountsNotice(redemptionCount)}</p>
      <p>To run it again, give it a later end.</p>
    </PromotionActionDialog>
  )
}

type PromotionActionDialogProps = ActionDialogProps & {
  title: string
  confirmLabel: string
  isDangerous: boolean
  mutation: UseMutationResult<PromotionRow, Error, string>
  /** Explains the consequences. */
  children: ReactNode
}

/** Confirmation before a promotion is activated, deactivated or ended. */
function PromotionActionDialog({ promotion, onClose, mutation, children, ...texts }: PromotionActionDialogProps) {
  return (
    <ConfirmDialog
      {...texts}
      open
      onOpenChange={onClose}
      isPending={mutation.isPending}
      onConfirm={() => mutation.mutate(promotion.id, { onSuccess: onClose })}
    >
      {children}
      <ServerErrorAlert error={mutation.error} />
    </ConfirmDialog>
  )
}

/** Orders that have used the promotion keep their discounts. */
function keptDiscountsNotice(redemptionCount: number): string {
  if (redemptionCount === 0) return 'No order has used it.'
  return redemptionCount === 1
    ? 'The 1 order that used it keeps its discount.'
    : `The ${formatCount(redemptionCount, 'order')} that used it keep their discounts.`
}
