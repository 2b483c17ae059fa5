import {
  CurrentStatus,
  FulfillmentOrderStatus,
  FulfillmentShipmentFulfillmentShipmentStatusEnum,
} from '@sp-api-sdk/fulfillment-outbound-api-2020-07-01'
import { describe, expect, it } from 'vitest'
import type { FulfillmentStatus } from '#contract/order-status.ts'
import {
  amazonOrderStatuses,
  readFulfillmentStatus,
  type AmazonStatuses,
  amazonPackageStatuses,
  readPackageStatus,
  type PackageProgress,
  amazonShipmentStatuses,
  readShipmentStatus,
} from './fulfillment-status.ts'

const read = (order: string, ...shipments: AmazonStatuses['shipments']) => readFulfillmentStatus({ order, shipments })
const shipped = (...packages: (string | null)[]) => ({ status: 'SHIPPED', packages })

describe('known statuses', () => {
  it.each([
    ['orders', amazonOrderStatuses, FulfillmentOrderStatus],
    ['shipments', amazonShipmentStatuses, FulfillmentShipmentFulfillmentShipmentStatusEnum],
    ['packages', amazonPackageStatuses, CurrentStatus],
  ])('are all those that Amazon publishes for %s', (_, ours, theirs) => {
    expect([...ours].toSorted()).toEqual(Object.values(theirs).toSorted())
  })
})

describe('an order at Amazon', () => {
  it.each<[string, FulfillmentStatus]>([
    ['New', 'submitted'],
    ['Received', 'received'],
    ['Planning', 'planning'],
    ['Processing', 'processing'],
    ['Complete', 'shipped'],
    ['CompletePartialled', 'shipped'],
    ['Cancelled', 'cancelled'],
    ['Unfulfillable', 'unfulfillable'],
    ['Invalid', 'unfulfillable'],
  ])('that is %s has the status %s, however it is spelled', (word, status) => {
    expect(read(word).status).toBe(status)
    expect(read(word.toUpperCase()).status).toBe(status)
    expect(read(word).isPartial).toBe(word === 'CompletePartialled')
    expect(read(word).isInvalid).toBe(word === 'Invalid')
  })

  it('is shipped as soon as one of its shipments is', () => {
    expect(read('Processing', { status: 'PENDING', packages: [] }).status).toBe('processing')
    expect(read('Processing', { status: 'PENDING', packages: [] }, shipped('IN_TRANSIT')).status).toBe('shipped')
    expect(read('Processing', { status: 'CANCELLED_BY_FULFILLER', packages: ['DELIVERED'] }).status).toBe('processing')
  })

  it('is delivered when it is complete and every package is', () => {
    expect(read('Complete', shipped('DELIVERED'), shipped('delivered', 'DELIVERED')).status).toBe('delivered')
    expect(read('CompletePartialled', shipped('DELIVERED'))).toMatchObject({ status: 'delivered', isPartial: true })
    expect(read('Processing', shipped('DELIVERED')).status).toBe('shipped')
    expect(read('Complete', shipped('DELIVERED', 'OUT_FOR_DELIVERY')).status).toBe('shipped')
    expect(read('Complete', shipped('DELIVERED', null)).status).toBe('shipped')
  })

  it('does not wait for packages of cancelled shipments', () => {
    const replaced = { status: 'CancelledByFulfiller', packages: ['UNKNOWN'] }
    expect(read('Complete', replaced, shipped('DELIVERED')).status).toBe('delivered')
  })

  it('is shipped and marked when a package won’t arrive', () => {
    expect(read('Complete', shipped('DELIVERED', 'UNDELIVERABLE'))).toMatchObject({
      status: 'shipped',
      hasLostPackage: true,
    })
    expect(read('Complete', shipped('DELIVERED')).hasLostPackage).toBe(false)
  })

  it('has no status when Amazon’s is unknown, and reports it', () => {
    expect(read('Teleported', { status: 'BEAMED', packages: ['GLOWING', null] }, shipped('IN_TRANSIT'))).toEqual({
      status: null,
      isInvalid: false,
      isPartial: false,
      hasLostPackage: false,
      unknownWords: ['Teleported', 'BEAMED', 'GLOWING'],
    })
    expect(read('Complete', shipped('DELIVERED')).unknownWords).toEqual([])
  })
})

it.each([
  ['Pending', 'waiting'],
  ['Shipped', 'shipped'],
  ['CancelledByFulfiller', 'replanned'],
  ['CANCELLED_BY_SELLER', 'cancelled'],
  ['LOST', null],
])('a shipment that is %s is %s', (word, status) => {
  expect(readShipmentStatus(word)).toBe(status)
})

it.each<[string, PackageProgress | null]>([
  ['IN_TRANSIT', 'on_its_way'],
  ['DELAYED', 'on_its_way'],
  ['CUSTOMER_ACTION', 'on_its_way'],
  ['Delivered', 'delivered'],
  ['RETURNED', 'lost'],
  ['UNKNOWN', 'untold'],
  ['PICKUP_SUCCESSFUL', 'untold'],
  ['GLOWING', null],
])('a package that is %s is %s', (word, progress) => {
  expect(readPackageStatus(word)).toBe(progress)
})
