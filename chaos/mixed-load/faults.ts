import { setTimeout as sleep } from 'node:timers/promises'
import type { TestSystem } from '../harness/system.ts'
import type { Clients } from './clients.ts'
import type { SoldOrder } from '../harness/orders.ts'

/** Milliseconds from the start of a part of the load to its fault, at most. */
const maxDelayMs = 200
const twoHours = 2 * 3600_000

export type Fault = 'kill' | 'crash-postgres' | 'freeze' | 'clock' | 'amazon' | 'mail' | 'sms'

/** So many faults of each kind, in an order that depends on the seed. */
export function scheduleFaults(counts: Record<Fault, number>, random: () => number): Fault[] {
  const all = Object.entries(counts).flatMap(([kind, count]) => Array<Fault>(count).fill(kind as Fault))
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

type FaultInjectorOptions = { clients: Clients; random: () => number; probe: () => SoldOrder }

/** `recoverySeconds`: how long writes took to work again after each crash of PostgreSQL. */
export function createFaultInjector(system: TestSystem, { clients, random, probe }: FaultInjectorOptions) {
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  const recoverySeconds: number[] = []

  /** Recovery is measured on processes that live through the crash, so none may be starting. */
  const prepare = async (kind: Fault): Promise<void> => {
    if (kind === 'crash-postgres') await system.processes.untilReady()
  }

  const inject = async (kind: Fault): Promise<void> => {
    const { processes, postgres, emulators } = system
    await sleep(random() * maxDelayMs)
    switch (kind) {
      case 'kill':
        return processes.kill(random)
      case 'freeze':
        return processes.freeze(random, 500 + random() * 1_500)
      case 'clock':
        return processes.shiftClock(random, random() < 0.5 ? twoHours : -twoHours, 500 + random() * 1_500)
      case 'crash-postgres':
        await postgres.crash(random() * 500)
        return void recoverySeconds.push(await measureRecovery(system, clients, probe()))
      case 'amazon':
        return emulators.amazon.faults.add({ kind: pick(amazonFaults), next: 1 + Math.floor(random() * 5) })
      case 'mail':
        return emulators.smtp.faults.add({ kind: pick(mailFaults), next: 1 + Math.floor(random() * 3) })
      case 'sms':
        return emulators.sms.faults.add({ kind: pick(smsFaults), next: 1 + Math.floor(random() * 3) })
    }
  }
  return { prepare, inject, recoverySeconds }
}

/** Seconds from when PostgreSQL takes connections until each web process has stored an order. */
async function measureRecovery(
  { processes: { urls } }: TestSystem,
  { store }: Clients,
  order: SoldOrder,
): Promise<number> {
  const backAt = performance.now()
  await Promise.all(urls.map((url) => store(order, url)))
  return (performance.now() - backAt) / 1000
}
