import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PromotionRow } from '#contract/promotions.ts'
import { ServerErrorAlert } from '#web/shared/refusal.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

export type ActionDialogProps = { promotion: PromotionRow; onClose: () => void }

type PromotionActionDialogProps = ActionDialogProps & {
  title: string
  confirmLabel: string
  isDangerous: boolean
  mutation: UseMutationResult<PromotionRow, Error, string>
  /** What will happen, and what stays. */
  children: ReactNode
}

/** The question before a promotion is switched on or off, or ended. */
export function PromotionActionDialog({ promotion, onClose, mutation, children, ...face }: PromotionActionDialogProps) {
  return (
    <ConfirmDialog
      {...face}
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
