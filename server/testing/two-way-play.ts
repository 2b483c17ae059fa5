import { expect } from 'vitest'
import type { Fault } from '#emulators/amazon/faults/faults.ts'
import { LastEdits } from './last-word.ts'
import {
  countInLockstep,
  editLockstep,
  editAmazon,
  isOthersWorkOpen,
  isOurWorkOpen,
  readLockstep,
  readAmazon,
  sellAtAmazon,
  type Field,
} from './two-way-sides.ts'
import { attemptSync, sync, type ConnectedSeller, type Crash } from './two-way-world.ts'

/** What may happen to a SKU, to the time and to a sync. */
export type Step =
  | { does: 'edit here' | 'edit there'; sku: string; field: Field; value: string }
  | { does: 'count here' | 'sell there'; sku: string; units: number }
  | { does: 'wait'; seconds: number }
  | { does: 'sync'; fault: Fault | null; kill: Crash | null }

/** What has happened between a company and a seller so far. */
export type Simulation = ConnectedSeller & {
  lastEdits: LastEdits
  /** Whether a sync has begun and not come to its end. */
  isOpen: boolean
}

export const beginSimulation = (connected: ConnectedSeller): Simulation => ({
  ...connected,
  lastEdits: new LastEdits(),
  isOpen: false,
})

const secondsBetweenSteps = 10

export async function applyStep(simulation: Simulation, step: Step): Promise<void> {
  const { clock } = simulation.amazon
  clock.advance(secondsBetweenSteps * 1000)
  switch (step.does) {
    case 'wait':
      return clock.advance(step.seconds * 1000)
    case 'sync':
      return trySync(simulation, step)
    case 'count here':
      return countInLockstep(simulation, step.sku, step.units)
    case 'sell there':
      if (await sellAtAmazon(simulation, step.sku, step.units)) simulation.lastEdits.touch(step.sku)
      return
    case 'edit here':
    case 'edit there':
      return edit(simulation, step)
  }
}

async function trySync(simulation: Simulation, { fault, kill }: Extract<Step, { does: 'sync' }>): Promise<void> {
  const { lastEdits, amazon } = simulation
  lastEdits.attempt(amazon.clock.now(), (sku) => isOthersWorkOpen(simulation, sku), !simulation.isOpen)
  simulation.isOpen = !(await attemptSync(simulation, { fault, kill }))
  lastEdits.attempt(amazon.clock.now(), (sku) => isOthersWorkOpen(simulation, sku), false)
  if (!simulation.isOpen) lastEdits.end()
}

async function edit(
  simulation: Simulation,
  { does, sku, field, value }: Extract<Step, { field: Field }>,
): Promise<void> {
  const around = {
    now: simulation.amazon.clock.now(),
    isSyncOpen: simulation.isOpen,
    isOurWorkOpen: isOurWorkOpen(simulation, sku),
    isOthersWorkOpen: isOthersWorkOpen(simulation, sku),
  }
  const side = does === 'edit here' ? 'here' : 'there'
  await (side === 'here' ? editLockstep : editAmazon)(simulation, sku, field, value)
  simulation.lastEdits.write(sku, field, side, value, around)
}

const mostRounds = 12
/** Longer than Lockstep waits for something that it has sent several times already. */
const pauseMilliseconds = 5 * 3_600_000

/** Without new edits, sync after sync until there was nothing to do, twice. */
export async function syncUntilQuiet(simulation: Simulation): Promise<void> {
  let quiet = 0
  for (let round = 0; quiet < 2; round += 1) {
    if (round === mostRounds) throw new Error('The two sides do not settle')
    simulation.amazon.clock.advance(pauseMilliseconds)
    quiet = (await sync(simulation)) === 0 ? quiet + 1 : 0
  }
}

/** Both sides are equal, and what was surely written last stands. Answers how often that was sure. */
export async function expectEqualSides(simulation: Simulation, sku: string, fields: readonly Field[]): Promise<number> {
  const [here, there] = [await readLockstep(simulation, sku), readAmazon(simulation, sku)]
  expect({ sku, quantity: there.quantity }).toEqual({ sku, quantity: here.quantity })
  let sure = 0
  for (const field of fields) {
    expect({ sku, [field]: there[field] }).toEqual({ sku, [field]: here[field] })
    const word = simulation.lastEdits.of(sku, field)
    if (word === undefined) continue
    sure += 1
    expect({ sku, [field]: here[field] }, 'the last edit stays').toEqual({ sku, [field]: word })
  }
  return sure
}
