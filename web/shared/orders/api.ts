import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import type { ChosenItems } from '#contract/fulfillment.ts'
import { t } from '#contract/i18n.ts'
import { type OrderRow, ordersApi } from '#contract/orders.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast.ts'

/** The fields of an order that its badges, menu and dialogs need. List, drawer and dashboard all have them. */
export type OrderSubject = Omit<OrderRow, 'totalAmount' | 'customerName' | 'channelType' | 'channelName'>

export type OrderDialogProps = { order: OrderSubject; onClose: () => void }

export function useOrder(orderId: string) {
  return useQuery({
    queryKey: ['orders', 'detail', orderId],
    queryFn: ({ signal }) => call(ordersApi.detail, { orderId }, { signal }),
  })
}

/** Loads an order on demand, for an action where only its id is known. */
export function useLoadOrder() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (orderId: string) => call(ordersApi.detail, { orderId }),
    onSuccess: (order) => queryClient.setQueryData(['orders', 'detail', order.id], order),
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: t('Error'),
        description: t('Failed to load the order. {error}', { error: errorMessage(error) }),
      }),
  })
}

/** Asks Amazon each time. The key does not begin with a live topic, so that events don't repeat the call. */
export function usePreview(orderId: string, items: ChosenItems | undefined, enabled: boolean) {
  return useQuery({
    queryKey: ['order-preview', orderId, items],
    queryFn: ({ signal }) => call(ordersApi.preview, { orderId, ...(items && { items }) }, { signal }),
    gcTime: 0,
    enabled,
  })
}

/** Each read is recorded in the audit log, so it is never refetched by events. */
export function usePayloads(orderId: string) {
  return useQuery({
    queryKey: ['order-payloads', orderId],
    queryFn: ({ signal }) => call(ordersApi.payloads, { orderId }, { signal }),
    gcTime: 0,
  })
}

export const useAcknowledge = () =>
  useOrderAction(ordersApi.acknowledge, {
    title: t('Order Acknowledged'),
    done: (orderNumber) => t('Order {orderNumber} has been acknowledged', { orderNumber }),
    failed: t('Failed to acknowledge the order'),
  })

export const useFulfill = () =>
  useOrderAction(ordersApi.fulfill, {
    title: t('Order Sent'),
    done: (orderNumber) => t('Order {orderNumber} is being sent to Amazon', { orderNumber }),
    failed: t('Failed to send the order'),
  })

export const useResendOrder = () =>
  useOrderAction(ordersApi.resend, {
    title: t('Checking with Amazon'),
    done: (orderNumber) =>
      t('Order {orderNumber} will continue with its last attempt, or be sent again if Amazon has none', {
        orderNumber,
      }),
    failed: t('Failed to resend the order'),
  })

export const useShip = () =>
  useOrderAction(ordersApi.ship, {
    title: t('Package Saved'),
    done: (orderNumber) => t('A package for order {orderNumber} is on its way', { orderNumber }),
    failed: t('Failed to save the package'),
  })

export const useCorrectTracking = () =>
  useOrderAction(ordersApi.correctTracking, {
    title: t('Tracking Saved'),
    done: (orderNumber) => t('Order {orderNumber} now has the corrected tracking number', { orderNumber }),
    failed: t('Failed to save the tracking number'),
  })

export function useMarkDelivered() {
  const { mutate } = useMarkNotDelivered()
  return useOrderAction(ordersApi.markDelivered, {
    title: t('Package Delivered'),
    done: (orderNumber) =>
      t('The package for order {orderNumber} is marked as delivered. No one will be notified.', { orderNumber }),
    failed: t('Failed to mark the package as delivered'),
    undo: mutate,
  })
}

export const useMarkNotDelivered = () =>
  useOrderAction(ordersApi.markNotDelivered, {
    title: t('Delivery Undone'),
    done: (orderNumber) => t('The package for order {orderNumber} is in transit again', { orderNumber }),
    failed: t('Failed to undo the delivery'),
  })

export const useCancel = () =>
  useOrderAction(ordersApi.cancel, {
    title: t('Order Cancelled'),
    done: (orderNumber) => t('Order {orderNumber} has been cancelled', { orderNumber }),
    pending: {
      title: t('Cancelling'),
      done: (orderNumber) => t('Order {orderNumber} will be cancelled once Amazon agrees', { orderNumber }),
    },
    failed: t('Failed to cancel the order'),
  })

export const useCancelAndResend = () =>
  useOrderAction(ordersApi.cancelAndResend, {
    title: t('Cancelling'),
    done: (orderNumber) =>
      t('Order {orderNumber} will be sent again once Amazon confirms the cancellation', { orderNumber }),
    failed: t('Failed to cancel and resubmit the order'),
  })

export const useCloseShipped = () =>
  useOrderAction(ordersApi.closeShipped, {
    title: t('Order Closed'),
    done: (orderNumber) => t('Order {orderNumber} was closed as shipped by the shop', { orderNumber }),
    failed: t('Failed to close the order'),
  })

export const useRestore = () =>
  useOrderAction(ordersApi.restore, {
    title: t('Order Restored'),
    done: (orderNumber) => t('Order {orderNumber} is open again', { orderNumber }),
    failed: t('Failed to restore the order'),
  })

export const useHold = () =>
  useOrderAction(ordersApi.hold, {
    title: t('Order On Hold'),
    done: (orderNumber) => t('Order {orderNumber} is on hold until someone releases it', { orderNumber }),
    failed: t('Failed to hold the order'),
  })

export const useRelease = () =>
  useOrderAction(ordersApi.release, {
    title: t('Order Released'),
    done: (orderNumber) => t('Order {orderNumber} was released. It can now be sent.', { orderNumber }),
    failed: t('Failed to release the order'),
  })

export const useAddNote = () =>
  useOrderAction(ordersApi.addNote, {
    title: t('Note Added'),
    done: (orderNumber) => t('Your note on order {orderNumber} was added', { orderNumber }),
    failed: t('Failed to add the note'),
  })

export const useEditNote = () =>
  useOrderAction(ordersApi.editNote, {
    title: t('Note Saved'),
    done: (orderNumber) => t('Your note on order {orderNumber} was saved', { orderNumber }),
    failed: t('Failed to save the note'),
  })

export const useDeleteNote = () =>
  useOrderAction(ordersApi.deleteNote, {
    title: t('Note Deleted'),
    done: (orderNumber) => t('Your note on order {orderNumber} was deleted', { orderNumber }),
    failed: t('Failed to delete the note'),
  })

/** The dialog says whether the order is sent too. */
export const useEditAddress = () => useOrderAction(ordersApi.editAddress, { failed: t('Failed to save the address') })

export const useSubstitute = () =>
  useOrderAction(ordersApi.substitute, {
    title: t('SKU Substituted'),
    done: (orderNumber) => t('Order {orderNumber} will be sent with the SKU you chose', { orderNumber }),
    failed: t('Failed to substitute the SKU'),
  })

export const useRequestReview = () =>
  useOrderAction(ordersApi.requestReview, {
    title: t('Review Requested'),
    done: (orderNumber) => t('The review email for order {orderNumber} is on its way to the customer', { orderNumber }),
    failed: t('Failed to request a review'),
  })

type ActionMessages<Input> = {
  /** Left out where the caller shows a toast of its own. */
  title?: string
  done?: (orderNumber: string) => string
  /** Used instead when the change waits for Amazon. */
  pending?: { title: string; done: (orderNumber: string) => string }
  failed: string
  /** Undoes the action at once, from its toast. */
  undo?: (input: Input) => void
}

/** Mutation for an action on one order, with its toasts for success and failure. */
function useOrderAction<E extends Endpoint>(endpoint: E, messages: ActionMessages<InputOf<E>>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (input: InputOf<E>) => (await call(endpoint, input)) as OrderRow,
    onSuccess: ({ orderNumber, transit }, input) => {
      const { title, done } = (transit !== null && messages.pending) || messages
      const { undo } = messages
      const action = undo && { label: t('Undo'), onSelect: () => undo(input) }
      if (title) toast({ title, description: done?.(orderNumber), action })
    },
    onError: (error) =>
      toast({ variant: 'destructive', title: t('Error'), description: `${messages.failed}. ${errorMessage(error)}` }),
    // Also after an error: usually the order has changed since it was loaded.
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['orders'] }),
        queryClient.invalidateQueries({ queryKey: ['attention'] }),
      ]),
  })
}
