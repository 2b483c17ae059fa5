import type { PurchaseOrder } from './book.ts'

export function describePurchaseOrder(order: PurchaseOrder): object {
  return {
    purchaseOrderNumber: order.number,
    purchaseOrderState: order.state,
    orderDetails: {
      purchaseOrderDate: order.placedAt,
      ...(order.changedAt ? { purchaseOrderChangedDate: order.changedAt } : {}),
      purchaseOrderStateChangedDate: order.stateChangedAt,
      purchaseOrderType: order.type,
      paymentMethod: 'Invoice',
      buyingParty: { partyId: order.shipToParty },
      sellingParty: { partyId: order.sellingParty },
      shipToParty: { partyId: order.shipToParty },
      billToParty: { partyId: order.shipToParty },
      shipWindow: `${order.shipWindow.from}--${order.shipWindow.to}`,
      items: order.items.map(({ acknowledged: _acknowledged, received: _received, ...item }) => item),
    },
  }
}
