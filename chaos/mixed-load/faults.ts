import { setTimeout as sleep } from 'node:timers/promises'
import type { TestSystem } from '../harness/system.ts'
import type { Clients } from './clients.ts'
import type { Sold } from '../harness/orders.ts'

/** Milliseconds into a part of the load at which it is disturbed. */
const mostDelay = 200
const twoHours = 2 * 3600_000

export type Disturbance = 'kill' | 'crash-postgres' | 'freeze' | 'clock' | 'amazon' | 'mail' | 'sms'

/** As many of each as told, in an order that the seed decides. */
export function scheduleOf(counts: Record<Disturbance, number>, random: () => number): Disturbance[] {
  const all = Object.entries(counts).flatMap(([kind, count]) => Array<Disturbance>(count).fill(kind as Disturbance))
  return all
    .map((kind) => ({ kind, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ kind }) => kind)
}

const amazonFaults = [
  'throttle',
  'error-500',
  'error-503',
  'drop',
  'drop-after-acting',
  'html-502',
  'truncated',
] as const
const mailFaults = [
  'busy',
  'drop',
  'try-later',
  'close-amid-data',
  'close-after-data',
  'close-after-accepting',
] as const
const smsFaults = ['throttle', 'error-500', 'html-502', 'drop', 'drop-after-acting'] as const

type Tools = { clients: Clients; random: () => number; probe: () => Sold }

/** `backAfter` tells how long writes took to work again after each crash of PostgreSQL. */
export function openDisturber(world: TestSystem, { clients, random, probe }: Tools) {
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  const backAfter: number[] = []

  /** Whoever is being started anew can't show how long one that lived through a crash takes. */
  const prepare = async (kind: Disturbance): Promise<void> => {
    if (kind === 'crash-postgres') await world.processes.untilReady()
  }

  const disturb = async (kind: Disturbance): Promise<void> => {
    const { processes, postgres, standIns } = world
    await sleep(random() * mostDelay)
    switch (kind) {
      case 'kill':
        return processes.kill(random)
      case 'freeze':
        return processes.freeze(random, 500 + random() * 1_500)
      case 'clock':
        return processes.shiftClock(random, random() < 0.5 ? twoHours : -twoHours, 500 + random() * 1_500)
      case 'crash-postgres':
        await postgres.crash(random() * 500)
        return void backAfter.push(await untilWritesWork(world, clients, probe()))
      case 'amazon':
        return standIns.amazon.faults.add({ kind: pick(amazonFaults), next: 1 + Math.floor(random() * 5) })
      case 'mail':
        return standIns.smtp.faults.add({ kind: pick(mailFaults), next: 1 + Math.floor(random() * 3) })
      case 'sms':
        return standIns.sms.faults.add({ kind: pick(smsFaults), next: 1 + Math.floor(random() * 3) })
    }
  }
  return { prepare, disturb, backAfter }
}

/** Seconds from when PostgreSQL takes connections until each web process has stored an order. */
async function untilWritesWork({ processes: { urls } }: TestSystem, { store }: Clients, order: Sold): Promise<number> {
  const backAt = performance.now()
  await Promise.all(urls.map((url) => store(order, url)))
  return (performance.now() - backAt) / 1000
}
