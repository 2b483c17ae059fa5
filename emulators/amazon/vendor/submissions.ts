import { readBody } from '../input.ts'
import type { Answer, Call } from '../operation.ts'
import { invalidInput } from '../refusal.ts'
import { SubmitAcknowledgement } from './requests/acknowledgements.ts'
import { SubmitConfirmations } from './requests/confirmations.ts'
import { SubmitInventoryUpdate } from './requests/inventory.ts'
import { SubmitShipments } from './requests/shipments.ts'
import { acceptTask } from './submit.ts'
import { getVendorOrThrow } from './vendor-of.ts'

export function submitAcknowledgement(call: Call): Answer {
  const { acknowledgements } = readBody(SubmitAcknowledgement, call.body)
  return acceptTask(getVendorOrThrow(call), { kind: 'acknowledgements', sent: acknowledgements }, call.now)
}

export function submitShipmentConfirmations(call: Call): Answer {
  const { shipmentConfirmations } = readBody(SubmitConfirmations, call.body)
  return acceptTask(getVendorOrThrow(call), { kind: 'confirmations', sent: shipmentConfirmations }, call.now)
}

export function submitShipments(call: Call): Answer {
  const { shipments } = readBody(SubmitShipments, call.body)
  return acceptTask(getVendorOrThrow(call), { kind: 'shipments', sent: shipments }, call.now)
}

export function submitInventoryUpdate(call: Call): Answer {
  const { inventory } = readBody(SubmitInventoryUpdate, call.body)
  const vendor = getVendorOrThrow(call)
  const warehouseId = call.params['warehouseId'] ?? ''
  if (!vendor.warehouseIds.includes(warehouseId)) throw invalidInput(`The warehouse ${warehouseId} does not exist.`)
  return acceptTask(vendor, { kind: 'inventory', warehouseId, sent: inventory }, call.now)
}
