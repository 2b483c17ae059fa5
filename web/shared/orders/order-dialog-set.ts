import type { ComponentType } from 'react'
import { AddNoteDialog } from './add-note-dialog.tsx'
import { CancelAndResendDialog } from './cancel-and-resend-dialog.tsx'
import { CancelOrderDialog } from './cancel-order-dialog.tsx'
import { EditAddressDialog } from './edit-address-dialog.tsx'
import { FulfillDialog } from './fulfill/fulfill-dialog.tsx'
import { HoldOrderDialog } from './hold-order-dialog.tsx'
import type { OrderDialogProps } from './order-dialog-props.ts'
import { RequestReviewDialog } from './request-review-dialog.tsx'
import { ResendDialog } from './resend-dialog.tsx'

/** What is asked before an order takes a step. */
export const actionDialogs = {
  fulfill: FulfillDialog,
  resend: ResendDialog,
  cancel: CancelOrderDialog,
  cancelAndResend: CancelAndResendDialog,
  hold: HoldOrderDialog,
  editAddress: EditAddressDialog,
  addNote: AddNoteDialog,
  requestReview: RequestReviewDialog,
} as const satisfies Record<string, ComponentType<OrderDialogProps>>
