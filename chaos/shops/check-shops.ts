import { checkShipments } from '../invariants/shipments.ts'
import { atLeast, atMost, exactly, none, type ScenarioResult } from '../scenario-result.ts'
import {
  findNotOnce,
  findNotSentOnce,
  findNotReportedOnce,
  findWronglySent,
  type FollowedSale,
  followSales,
} from './check-orders.ts'
import { readAmazonOrders, readOwnOrders, readSellable } from './read-state.ts'
import type { Sale } from './sale.ts'
import { findOversold, findTooHigh, type ReceivedSale } from './shown-levels.ts'
import type { ShopSystem } from './system.ts'

export const quietSeconds = 60
/** Topics of Shopify and of WooCommerce. */
export const allWebhooks = 13 + 4

export type Quiet = { secondsUntilEqual: number; waitedFor: readonly string[] }

type Measured = Quiet & { webhooksGivenUp: number; perShop: number }

/** Compares the shops, their logs and Amazon with what is here. */
export async function checkShops(
  system: ShopSystem,
  sales: readonly Sale[],
  measured: Measured,
): Promise<ScenarioResult> {
  const { secondsUntilEqual, waitedFor, webhooksGivenUp, perShop } = measured
  const all = followSales(sales, await readOwnOrders(system), readAmazonOrders(system))
  const atShops = all.filter(({ sale }) => isAtShop(system, sale))
  const told = system.shops.flatMap((shop) => shop.reportedParcels())
  const notOnce = findNotOnce(all)
  const wronglySent = findWronglySent(atShops)
  const notSent = findNotSentOnce(atShops)
  const notReported = findNotReportedOnce(atShops, told)
  const differing = await findDiffering(system)
  const levels = checkLevels(system, all)
  const unequal = await findUnequal(system)
  const invalid = system.shops.flatMap((shop) => shop.invalidCalls())
  return {
    claims: [
      exactly('orders at the two shops', atShops.length, 2 * perShop),
      none(`orders not in once, of ${all.length}`, notOnce),
      none('orders sent although on hold, cancelled or paid back in part', wronglySent),
      none('orders to be shipped that are not at Amazon once', notSent),
      none(`shipments not told once, of ${told.length}`, notReported),
      none('orders whose state differs from Amazon’s', differing),
      none(`quantities written that were more than we had left, of ${levels.writes}`, levels.tooHigh),
      none(`units oversold with no other sale on its way, of ${levels.unitsOversold} oversold`, levels.unexplained),
      atMost('time of quiet until both shops showed what we have', secondsUntilEqual, quietSeconds, ' s'),
      none('quantities that differ in the end', unequal),
      atLeast('webhooks that the shops gave up in the hour', webhooksGivenUp, 1),
      exactly('webhooks that work an hour later', countWebhooks(system), allWebhooks),
      atLeast('shipments told', told.length, perShop / 2),
      none('calls that the shops did not understand', invalid),
      exactly('processes that exited by themselves', system.processes.givenUp(), 0),
    ],
    wrong: [
      ...notOnce,
      ...wronglySent,
      ...notSent,
      ...notReported,
      ...differing,
      ...levels.tooHigh,
      ...levels.unexplained,
      ...waitedFor,
      ...unequal,
      ...invalid,
    ],
  }
}

const isAtShop = ({ shops }: ShopSystem, { channelId }: Sale) => shops.some((shop) => shop.channelId === channelId)

/** The orders of both shops, without the website's. */
export async function followAtShops(system: ShopSystem, sales: readonly Sale[]): Promise<FollowedSale[]> {
  const own = sales.filter((sale) => isAtShop(system, sale))
  return followSales(own, await readOwnOrders(system), readAmazonOrders(system))
}

async function findDiffering(system: ShopSystem): Promise<string[]> {
  const { doubled, unknown, differing } = await checkShipments(system)
  return [...doubled, ...unknown, ...differing]
}

function checkLevels({ shops, stock: { movements } }: ShopSystem, followed: readonly FollowedSale[]) {
  const sales = followed.map(({ sale, own: [order] }): ReceivedSale => ({
    ...sale,
    receivedAt: order?.receivedAt ?? null,
  }))
  const judged = shops.map((shop) => shop.logOf(shop.channelId))
  const oversold = findOversold(sales, movements, quietSeconds)
  return {
    writes: judged.reduce((sum, { levels }) => sum + levels.filter(({ isOurs }) => isOurs).length, 0),
    tooHigh: judged.flatMap((shop) => findTooHigh(shop, sales, movements)),
    unitsOversold: oversold.reduce((sum, { units }) => sum + units, 0),
    unexplained: oversold.flatMap(({ sku, at, isExplained }) =>
      isExplained ? [] : [`${sku} was oversold at ${new Date(at).toISOString()} with no other sale on its way`],
    ),
  }
}

/** What shops show other than we have. Less than nothing counts as none. */
export async function findUnequal(system: ShopSystem): Promise<string[]> {
  const sellable = await readSellable(system)
  return system.shops.flatMap((shop) =>
    [...sellable].flatMap(([sku, ours]) =>
      Math.max(0, shop.levelOf(sku)) === ours
        ? []
        : [`${shop.vendor} shows ${shop.levelOf(sku)} of ${sku}, and we have ${ours}`],
    ),
  )
}

export const countWebhooks = ({ shops }: ShopSystem): number =>
  shops.reduce((sum, shop) => sum + shop.countWebhooks(), 0)
