import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import type { ChosenItems } from '#contract/fulfillment.ts'
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
        title: 'Error',
        description: `Failed to load the order. ${errorMessage(error)}`,
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
    title: 'Order Acknowledged',
    done: 'has been acknowledged',
    failed: 'Failed to acknowledge the order',
  })

export const useFulfill = () =>
  useOrderAction(ordersApi.fulfill, {
    title: 'Order Sent',
    done: 'is on its way to Amazon',
    failed: 'Failed to send the order',
  })

export const useResendOrder = () =>
  useOrderAction(ordersApi.resend, {
    title: 'Asking Amazon',
    done: 'goes on with its last attempt, or is sent anew where Amazon has none',
    failed: 'Failed to resend the order',
  })

export const useShip = () =>
  useOrderAction(ordersApi.ship, {
    title: 'Parcel Saved',
    done: 'has a parcel on its way',
    failed: 'Failed to save the parcel',
  })

export const useCorrectTracking = () =>
  useOrderAction(ordersApi.correctTracking, {
    title: 'Tracking Saved',
    done: 'has the corrected tracking number',
    failed: 'Failed to save the tracking number',
  })

export const useCancel = () =>
  useOrderAction(ordersApi.cancel, {
    title: 'Order Cancelled',
    done: 'has been cancelled',
    pending: { title: 'Cancelling', done: 'is cancelled once Amazon agrees' },
    failed: 'Failed to cancel the order',
  })

export const useCancelAndResend = () =>
  useOrderAction(ordersApi.cancelAndResend, {
    title: 'Cancelling',
    done: 'is sent anew once Amazon has confirmed the cancellation',
    failed: 'Failed to cancel and resubmit the order',
  })

export const useCloseShipped = () =>
  useOrderAction(ordersApi.closeShipped, {
    title: 'Order Closed',
    done: 'is closed here: shipped by the shop',
    failed: 'Failed to close the order',
  })

export const useRestore = () =>
  useOrderAction(ordersApi.restore, {
    title: 'Order Restored',
    done: 'is placed again',
    failed: 'Failed to restore the order',
  })

export const useHold = () =>
  useOrderAction(ordersApi.hold, {
    title: 'Order On Hold',
    done: 'is on hold until someone releases it',
    failed: 'Failed to hold the order',
  })

export const useRelease = () =>
  useOrderAction(ordersApi.release, {
    title: 'Order Released',
    done: 'is released. It can be sent now.',
    failed: 'Failed to release the order',
  })

export const useAddNote = () =>
  useOrderAction(ordersApi.addNote, {
    title: 'Note Added',
    done: 'has a new note in its timeline',
    failed: 'Failed to add the note',
  })

/** The dialog says whether the order is sent too. */
export const useEditAddress = () => useOrderAction(ordersApi.editAddress, { failed: 'Failed to save the address' })

export const useSubstitute = () =>
  useOrderAction(ordersApi.substitute, {
    title: 'SKU Substituted',
    done: 'is sent with the SKU you chose',
    failed: 'Failed to substitute the SKU',
  })

export const useRequestReview = () =>
  useOrderAction(ordersApi.requestReview, {
    title: 'Review Requested',
    done: 'has a review email on its way to the customer',
    failed: 'Failed to request a review',
  })

type ActionMessages = {
  /** Left out where the caller shows a toast of its own. */
  title?: string
  /** Continues "Order LS-10012 …". */
  done?: string
  /** Used instead when the change waits for Amazon. */
  pending?: { title: string; done: string }
  failed: string
}

/** Mutation for an action on one order, with its toasts for success and failure. */
function useOrderAction<E extends Endpoint>(endpoint: E, messages: ActionMessages) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (input: InputOf<E>) => (await call(endpoint, input)) as OrderRow,
    onSuccess: ({ orderNumber, transit }) => {
      const { title, done } = (transit !== null && messages.pending) || messages
      if (title) toast({ title, description: `Order ${orderNumber} ${done}` })
    },
    onError: (error) =>
      toast({ variant: 'destructive', title: 'Error', description: `${messages.failed}. ${errorMessage(error)}` }),
    // Also after an error: usually the order has changed since it was loaded.
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['orders'] }),
        queryClient.invalidateQueries({ queryKey: ['attention'] }),
      ]),
  })
}
