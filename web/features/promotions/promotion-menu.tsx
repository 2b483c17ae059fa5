import type { UseMutationResult } from '@tanstack/react-query'
import CalendarX from 'lucide-react/icons/calendar-x'
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import Eye from 'lucide-react/icons/eye'
import Power from 'lucide-react/icons/power'
import PowerOff from 'lucide-react/icons/power-off'
import { type ReactNode, useRef, useState } from 'react'
import { t } from '#contract/i18n.ts'
import type { PromotionState } from '#contract/promotion-state.ts'
import { type PromotionRow, promotionsApi } from '#contract/promotions.ts'
import { allows } from '#contract/roles.ts'
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
          <Button
            ref={trigger}
            variant="quiet"
            size="icon"
            aria-label={t('Actions for {title}', { title: promotion.title })}
          >
            <EllipsisVertical aria-hidden />
          </Button>
        }
      >
        {!isInDrawer && (
          <DropdownMenuItem onSelect={() => afterFocus(() => open(promotion.id))}>
            <Eye aria-hidden />
            {t('Details')}
          </DropdownMenuItem>
        )}
        <ActionMenuItem
          icon={promotion.isActive ? <PowerOff aria-hidden /> : <Power aria-hidden />}
          obstacle={forbidden}
          onSelect={() => afterFocus(() => setOpenDialog(promotion.isActive ? 'deactivate' : 'activate'))}
        >
          {promotion.isActive ? t('Deactivate') : t('Activate')}
        </ActionMenuItem>
        <ActionMenuItem
          icon={<CalendarX aria-hidden />}
          obstacle={forbidden ?? obstacleToEnd[state]}
          onSelect={() => afterFocus(() => setOpenDialog('end'))}
        >
          {t('End now')}
        </ActionMenuItem>
      </DropdownMenu>
      {Dialog && <Dialog promotion={promotion} onClose={() => setOpenDialog(null)} />}
    </>
  )
}

const roleObstacle = t('Your role is Read Only. Operations and Admin can change promotions.')

/** Reason why the promotion cannot be ended; null if it can. */
const obstacleToEnd: Record<PromotionState, string | null> = {
  active: null,
  used_up: null,
  scheduled: t('It hasn’t started yet. Deactivate it or change its dates.'),
  expired: t('It has already ended.'),
  inactive: t('It is already inactive.'),
}

type ActionDialogProps = { promotion: PromotionRow; onClose: () => void }

/** Effect of an activation, by the state that the promotion has afterwards. */
const activationNotices: Record<PromotionState, string> = {
  active: t('It will apply right away to carts that meet its conditions.'),
  scheduled: t('It will start automatically on its start date.'),
  expired: t('Its end date has passed, so it will stay Expired until you set a later one.'),
  used_up: t('Its limit is reached, so it will stay Used Up until you raise the limit.'),
  inactive: '',
}

function ActivatePromotion(props: ActionDialogProps) {
  const { promotion } = props
  const stateThen = usePromotionState({ ...promotion, isActive: true })
  return (
    <PromotionActionDialog
      {...props}
      title={t('Activate {title}?', { title: promotion.title })}
      confirmLabel={t('Activate')}
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
      title={t('Deactivate {title}?', { title })}
      confirmLabel={t('Deactivate')}
      isDangerous
      mutation={useDeactivatePromotion()}
    >
      <p>
        {t('It will no longer apply to any cart.')} {keptDiscountsNotice(redemptionCount)}
      </p>
      <p>{t('Its dates and uses are kept. You can activate it again at any time.')}</p>
    </PromotionActionDialog>
  )
}

function EndPromotion(props: ActionDialogProps) {
  const { title, redemptionCount } = props.promotion
  return (
    <PromotionActionDialog
      {...props}
      title={t('End {title} now?', { title })}
      confirmLabel={t('End now')}
      isDangerous
      mutation={useEndPromotion()}
    >
      <p>
        {t('It will end now and no longer apply to any cart.')} {keptDiscountsNotice(redemptionCount)}
      </p>
      <p>{t('To run it again, set a later end date.')}</p>
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
  if (redemptionCount === 0) return t('No order has used it.')
  return t(
    '{redemptionCount, plural, one {The order that used it will keep its discount.} other {The # orders that used it will keep their discounts.}}',
    { redemptionCount },
  )
}
