import { z } from 'zod'
import { placeAmazonOrder } from '../solicitations/place-order.ts'
import { createVendorRecords, type VendorRecords } from '../vendor/book.ts'
import { changeOrderedQuantity, placePurchaseOrder } from '../vendor/place-order.ts'
import { BadCommand, findSeller, readCommand, type Command, type CommandCall } from './command.ts'

const text = z.string().min(1)
const isoMoment = z.iso.datetime()
const NewVendor = z.strictObject({ vendorCode: text, warehouseIds: z.array(text).min(1) })
const NewPurchaseOrder = z.strictObject({
  number: z.string().regex(/^[A-Za-z0-9]{8}$/),
  shipToParty: text,
  items: z
    .array(
      z.strictObject({
        asin: text,
        vendorProductIdentifier: text,
        quantity: z.int().positive(),
        netCost: z.string().regex(/^\d+(\.\d+)?$/),
        currencyCode: z.string().length(3),
      }),
    )
    .min(1),
})
const ChangedQuantity = z.strictObject({ itemSequenceNumber: text, quantity: z.int().min(0) })
const NewAmazonOrder = z.strictObject({
  amazonOrderId: z.string().regex(/^\d{3}-\d{7}-\d{7}$/),
  marketplaceId: text,
  delivered: z.strictObject({ earliest: isoMoment, latest: isoMoment }).nullable(),
})

const vendorPath = '/_control/sellers/:sellerId/vendor'

/** What Amazon and its customers do of their own accord: order from a vendor, buy from a seller. */
export const partnerCommands: Command[] = [
  {
    method: 'PUT',
    path: vendorPath,
    answer(order) {
      const { vendorCode, warehouseIds } = readCommand(NewVendor, order)
      findSeller(order.emulator, order.params['sellerId']).vendor = createVendorRecords(vendorCode, warehouseIds)
      return { vendorCode, warehouseIds }
    },
  },
  { method: 'GET', path: vendorPath, answer: findVendor },
  {
    method: 'POST',
    path: `${vendorPath}/purchase-orders`,
    answer: (order) =>
      placePurchaseOrder(findVendor(order), readCommand(NewPurchaseOrder, order), order.emulator.clock.now()),
  },
  {
    method: 'PATCH',
    path: `${vendorPath}/purchase-orders/:number`,
    answer(order) {
      const { itemSequenceNumber, quantity } = readCommand(ChangedQuantity, order)
      const number = order.params['number'] ?? ''
      const placed = findVendor(order).purchaseOrders[number]
      const isKnown = placed && changeOrderedQuantity(placed, itemSequenceNumber, quantity, order.emulator.clock.now())
      if (!isKnown) throw new BadCommand(404, `There is no item ${itemSequenceNumber} in an order ${number}.`)
      return placed
    },
  },
  {
    method: 'POST',
    path: '/_control/sellers/:sellerId/amazon-orders',
    answer(order) {
      const placed = readCommand(NewAmazonOrder, order)
      placeAmazonOrder(findSeller(order.emulator, order.params['sellerId']), placed)
      return placed
    },
  },
]

function findVendor({ emulator, params }: CommandCall): VendorRecords {
  const { vendor, name } = findSeller(emulator, params['sellerId'])
  if (!vendor) throw new BadCommand(404, `${name} is no vendor.`)
  return vendor
}
