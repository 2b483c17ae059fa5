import { setTimeout as sleep } from 'node:timers/promises'
import { randomFrom } from '#server/testing/random.ts'
import type { ScenarioOptions, ScenarioResult, Size } from '../scenario-result.ts'
import { countUnshipped, findNotOnce, findNotSentOnce, findNotReportedOnce } from './check-orders.ts'
import {
  allWebhooks,
  checkShops,
  countWebhooks,
  type Quiet,
  quietSeconds,
  findUnequal,
  followAtShops,
} from './check-shops.ts'
import { createMarket, type Market } from './market.ts'
import { readWork } from './read-state.ts'
import type { Mishaps } from './emulated-shop.ts'
import { passMinutes, type ShopSystem, startShopSystem } from './system.ts'

type Plan = {
  perShop: number
  onWebsite: number
  /** There is a round for each kill, and one for the outage. */
  kills: number
  /** The round in which we are away. */
  outage: number
  /** Between two orders at a shop. */
  pauseMs: number
  /** Until an owner acts. */
  longestDelaySeconds: number
  skus: number
}

const plans: Record<Size, Plan> = {
  short: { perShop: 12, onWebsite: 2, kills: 1, outage: 1, pauseMs: 60, longestDelaySeconds: 1, skus: 6 },
  long: { perShop: 500, onWebsite: 60, kills: 10, outage: 5, pauseMs: 500, longestDelaySeconds: 40, skus: 30 },
}

/** A fifth of all webhooks. */
const mishaps: Mishaps = { lost: 0.08, doubled: 0.06, late: 0.06, lateSeconds: 15 }

const unitsAtFirst = 4
/** A SKU of which a shop shows fewer gets more before the next round. */
const scarce = 2
const mostAdded = 4
/** Until a shop shows more units. */
const secondsToShow = 2
/** As long as the pause between two checks of webhooks. */
const outageMinutes = 60
/** Longer than the longest time between two polls. */
const pollMinutes = 5
/** Beyond the limit, so that a failure shows a figure. */
const longestQuietSeconds = 240
const longestShippingSeconds = 240
const longestWatchSeconds = 30

/**
 * Two shops connected by their API and a website sell the same units, while webhooks get lost, processes are killed and all of them are away
 * for an hour.
 */
export async function runShops({ size, seed }: ScenarioOptions): Promise<ScenarioResult> {
  const plan = plans[size]
  const random = randomFrom(seed)
  const skus = new Map(Array.from({ length: plan.skus }, (_, n) => [`SHARED-${n}`, unitsAtFirst]))
  const system = await startShopSystem(skus)
  try {
    for (const shop of system.shops) await shop.disturb(mishaps)
    const market = createMarket(system, random, plan.longestDelaySeconds)
    const webhooksGivenUp = await sellEverything(system, market, plan, random)
    const quiet = await waitUntilEqual(system, market)
    await waitUntilShipped(system, market)
    await waitUntilWatched(system)
    return await checkShops(system, market.sales, { ...quiet, webhooksGivenUp, perShop: plan.perShop })
  } finally {
    await system.close()
  }
}

/** Sells in rounds. In each one a process is killed at some moment, or all of them are away. Returns the webhooks that shops gave up. */
async function sellEverything(system: ShopSystem, market: Market, plan: Plan, random: () => number): Promise<number> {
  const rounds = plan.kills + 1
  let webhooksGivenUp = 0
  for (let round = 0; round < rounds; round += 1) {
    if (round === plan.outage)
      webhooksGivenUp = await beAway(system, () => sellRound(system, market, plan, { round, canRestock: false }))
    else {
      await restock(system, random)
      const moment = plan.pauseMs * (plan.perShop / rounds) * random()
      const kill = sleep(moment).then(() => system.processes.kill(random))
      await Promise.all([sellRound(system, market, plan, { round, canRestock: true }), kill])
    }
  }
  await market.settle()
  return webhooksGivenUp
}

type Round = {
  round: number
  /** Whether shops hear of more units. */
  canRestock: boolean
}

async function sellRound(system: ShopSystem, market: Market, plan: Plan, { round, canRestock }: Round): Promise<void> {
  const share = (total: number) =>
    Math.floor((total * (round + 1)) / (plan.kills + 1)) - Math.floor((total * round) / (plan.kills + 1))
  const atShops = system.shops.map(async (shop) => {
    for (let left = share(plan.perShop); left > 0;) {
      await sleep(plan.pauseMs)
      if (await market.sell(shop)) left -= 1
      else if (!canRestock) throw new Error(`${shop.vendor} is sold out while nobody can tell it of more units`)
      else {
        await restockAll(system)
        await sleep(secondsToShow * 1000)
      }
    }
  })
  const onWebsite = async () => {
    for (let left = share(plan.onWebsite); left > 0; left -= 1) {
      await sleep((plan.pauseMs * plan.perShop) / plan.onWebsite)
      await market.sellOnWebsite(`web-${round}-${left}`)
    }
  }
  await Promise.all([...atShops, onWebsite()])
}

const skusOf = ({ stock }: ShopSystem) => [...new Set(stock.movements.map(({ sku }) => sku))]

async function restock(system: ShopSystem, random: () => number): Promise<void> {
  const isScarce = (sku: string) => system.shops.some((shop) => shop.levelOf(sku) < scarce)
  for (const sku of skusOf(system).filter(isScarce)) {
    await system.stock.add(sku, 1 + Math.floor(random() * mostAdded))
  }
}

/** A shop is sold out. */
async function restockAll(system: ShopSystem): Promise<void> {
  for (const sku of skusOf(system)) await system.stock.add(sku, mostAdded)
}

/** Each shop has units of every SKU before nobody can tell it of more. */
async function fillShops(system: ShopSystem): Promise<void> {
  await restockAll(system)
  const deadline = performance.now() + longestQuietSeconds * 1000
  const isEmptySomewhere = () => skusOf(system).some((sku) => system.shops.some((shop) => shop.levelOf(sku) < scarce))
  while (performance.now() < deadline && isEmptySomewhere()) await sleep(200)
}

/**
 * All our processes are away for an hour, in which the shops sell on and give up webhooks of ours; returns how many. The shops' retries, which
 * take up to four hours, come to their end too, so they bring nothing back. Their clocks and ours stay together.
 */
async function beAway(system: ShopSystem, sell: () => Promise<void>): Promise<number> {
  await fillShops(system)
  const before = countWebhooks(system)
  await system.processes.killAll()
  await sell()
  for (const shop of system.shops) await shop.endRetries()
  const givenUp = before - countWebhooks(system)
  await passMinutes(system, outageMinutes, { endsLeases: true })
  system.processes.startAgain()
  await system.processes.untilReady()
  return givenUp
}

/**
 * Quiet begins with the poll after the last change at a shop: it hears of what a lost webhook would have said. Returns the seconds until
 * every order is here and both shops show what we have, and what was waited for when it took too long.
 */
async function waitUntilEqual(system: ShopSystem, market: Market): Promise<Quiet> {
  await system.processes.untilReady()
  await passMinutes(system, pollMinutes, { endsLeases: false })
  const startedAt = performance.now()
  const seconds = () => (performance.now() - startedAt) / 1000
  let waitedFor: string[] = []
  while (seconds() < longestQuietSeconds) {
    await sleep(500)
    const { deliveries } = await readWork(system)
    const missing = findNotOnce(await followAtShops(system, market.sales))
    const lacking = [
      ...(deliveries > 0 ? [`${deliveries} deliveries`] : []),
      ...missing,
      ...(await findUnequal(system)),
    ]
    if (lacking.length === 0) break
    if (seconds() > quietSeconds && waitedFor.length === 0) waitedFor = lacking.map((what) => `late: ${what}`)
  }
  return { secondsUntilEqual: seconds(), waitedFor }
}

/** Lets time pass until everything that can be sent was sent and told. */
async function waitUntilShipped(system: ShopSystem, market: Market): Promise<void> {
  const deadline = performance.now() + longestShippingSeconds * 1000
  while (performance.now() < deadline) {
    const { jobs } = await readWork(system)
    await passMinutes(system, 1, { endsLeases: jobs === 0 })
    await sleep(1_000)
    const followed = await followAtShops(system, market.sales)
    const told = system.shops.flatMap((shop) => shop.reportedParcels())
    const open = [...findNotSentOnce(followed), ...findNotReportedOnce(followed, told)]
    if (open.length === 0 && countUnshipped(followed) === 0) return
  }
}

/** Webhooks that a shop gave up at any time are made again by the hourly check. */
async function waitUntilWatched(system: ShopSystem): Promise<void> {
  await passMinutes(system, outageMinutes, { endsLeases: false })
  const deadline = performance.now() + longestWatchSeconds * 1000
  while (performance.now() < deadline && countWebhooks(system) < allWebhooks) await sleep(200)
}
